// The pages for learning: rules, examples on the real board, the first game.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { readdirSync, readFileSync } from 'node:fs';
import { choose, expect, test } from './test';

const FOLDER = 'src/learn/examples';
const WORDS: Record<string, string> = { r: 'red', y: 'yellow', g: 'green', b: 'blue' };

// Presses what a person would press for a move of the notation.
async function make(page: Page, move: string): Promise<void> {
  const [verb = '', ...rest] = move.split(' ');
  const choice = (text: string) => page.getByTestId('choice').filter({ hasText: new RegExp(text, 'i') }).first();
  if (verb === 'draw' || verb === 'flip') return page.getByTestId(verb).click();
  if (verb === 'catch') return page.locator(`[data-testid=catch][data-move="${move}"]`).click();
  if (verb === 'uno') return page.getByTestId('uno').click();
  if (['play', 'jump', 'throw', 'discard'].includes(verb)) {
    if (rest.at(-1) === 'uno') await page.getByTestId('uno').click();
    await page.locator(`[data-card="${rest[0]}"]`).first().click();
    const power = rest.indexOf('power');
    if (power > 0) await choice(rest[power + 1] ?? '').click();
    const color = WORDS[rest[1] ?? ''];
    if (color) await choice(color).click();
    return;
  }
  if (verb === 'give') await page.getByTestId('give').click();
  await page.locator(`[data-testid=choice][data-move="${move}"]`).click();
}

const examples = readdirSync(FOLDER).map((name) => {
  const [, solution = ''] = readFileSync(`${FOLDER}/${name}`, 'utf8').split('# solution');
  const moves = solution.split('\n').filter((line) => line.startsWith('1 ')).map((line) => line.slice(2));
  return { id: name.replace('.scn', ''), moves };
});

test.beforeEach(async ({ page }) => {
  page.setDefaultTimeout(10_000);
  await choose(page, { language: 'en', motion: 'less', speed: 'fast' });
});

test('every example can be done on the board', async ({ page, open }) => {
  test.setTimeout(240_000);
  for (const { id, moves } of examples) {
    await open('#/learn/try/' + id);
    for (const move of moves) {
      const before = await page.getByTestId('board').getAttribute('data-n');
      await test.step(`${id}: ${move}`, () => make(page, move));
      await expect(page.getByTestId('board'), move).not.toHaveAttribute('data-n', before ?? '');
    }
    await expect(page.getByRole('main').getByText('That is it!'), id).toBeVisible({ timeout: 15_000 });
  }
  await open('#/learn');
  await expect(page.getByText(`${examples.length} of ${examples.length} done`)).toBeVisible();
});

test('another move is taken kindly, and tried again', async ({ page, open }) => {
  await open('#/learn/try/match-color');
  await page.getByRole('button', { name: 'A hint' }).click();
  await expect(page.getByRole('main').getByText('You hold a single red card')).toBeVisible();
  await page.getByTestId('draw').click();
  await expect(page.getByRole('main').getByText('it was not the task')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await make(page, 'play r9');
  await expect(page.getByRole('main').getByText('That is it!')).toBeVisible();
});

// Does what the guide asks for, as far as anything can be done.
async function playOn(page: Page): Promise<void> {
  const catches = page.getByTestId('catch');
  const uno = page.locator('[data-testid=uno]:not([disabled]):not(.armed)');
  const playable = page.locator('[data-card][data-playable=true]');
  const answer = page.getByTestId('choice');
  const draw = page.locator('[data-testid=draw]:not([disabled])');
  if (await catches.count()) await catches.first().click({ timeout: 2000 });
  else if (await answer.count()) await answer.first().click({ timeout: 2000 });
  else if (await uno.count()) await uno.click({ timeout: 2000 });
  else if (await playable.count()) await playable.first().click({ timeout: 2000 });
  else if (await draw.count()) await draw.click({ timeout: 2000 });
}

test('a first game is played to its end, also after leaving it', async ({ page, open }) => {
  test.setTimeout(240_000);
  await open('#/learn/first');
  await page.getByRole('button', { name: 'Let us begin' }).click();
  const guide = page.getByRole('region', { name: 'Your guide' });
  await expect(guide).toContainText('same colour');
  await page.locator('[data-card=b2]').click(); // it does not fit
  await expect(guide).toContainText('Not yet');
  await make(page, 'play r9');
  await expect(guide).toContainText('Good: the same colour');
  await expect.poll(() => page.evaluate(() => localStorage['comodin.first'] as string)).toContain('"topics":["color"]');
  await page.reload();
  await page.getByRole('button', { name: 'Go on where I left off' }).click();
  const board = page.getByTestId('board');
  await expect(board).toBeVisible();
  await expect(page.locator('[data-card=r9]')).toHaveCount(0);
  for (let i = 0; i < 400 && (await board.getAttribute('data-phase')) === 'running'; ++i) {
    const before = await board.getAttribute('data-n');
    await playOn(page).catch(() => undefined); // the table moved on under the hand
    await expect.poll(() => board.getAttribute('data-n'), { timeout: 2000 }).not.toBe(before).catch(() => undefined);
  }
  await expect(guide).toContainText('The winner scores');
  await expect(guide.getByRole('link', { name: 'Play a game' })).toBeVisible();
  await open('#/learn');
  await expect(page.getByRole('link', { name: 'Start' })).toBeVisible(); // nothing is left to continue
});

test('rules are searched, and a clause has its place', async ({ page, open }) => {
  await open('#/learn');
  await page.getByLabel('Search the rules').fill('BLUFF');
  await page.getByRole('link', { name: /^The \+4 and bluffs/ }).first().click();
  await expect(page.getByRole('heading', { name: 'Classic', level: 1 })).toBeVisible();
  await open('#/learn/powers/POWER-2');
  await expect(page.locator('[id="powers.red"]')).toBeFocused();
  await expect(page.locator('[id="powers.red"]')).toBeInViewport();
});

for (const theme of ['light', 'dark'] as const)
  test(`nothing stands in anybody's way (${theme})`, async ({ page, open }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ colorScheme: theme });
    const pages = ['', '/classic', '/powers/POWER-1', '/streams/cards', '/try/wild', '/first'];
    for (const hash of pages.map((name) => '#/learn' + name)) {
      await open(hash);
      await page.locator('main :is(h2, p):visible').first().waitFor();
      const { violations } = await new AxeBuilder({ page }).exclude('[data-testid=board]').analyze();
      expect(violations.map(({ id, nodes }) => `${hash} ${id} ${nodes[0]?.html}`)).toEqual([]);
    }
  });
