// Every screen on the smallest phones, with text of up to twice the usual size, in Spanish, whose words are longer.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { faults, show, type Screen } from './fit';
import { arrive, createRoom, goHome, isOver, play, text } from './people';
import { aWhile, openSolo, playOneMove, playOut, quickTime, standing, words } from './table';
import { choose, expect, test } from './test';

const USUAL: Screen = { width: 1000, height: 760, text: 16 };
const PHONES = [[320, 568], [360, 640], [640, 360]] as const;
const TABLES: Screen[] = [16, 24, 32].flatMap((text) => PHONES.map(([width, height]) => ({ width, height, text })));
const PAGES = TABLES.filter(({ text }) => text === 32); // they can scroll
const es = words.es;

test.beforeEach(async ({ page }) => {
  await choose(page, { language: 'es', motion: 'less', speed: 'fast' });
  await quickTime(page);
});
test.afterEach(goHome);

async function fits(page: Page, name: string, screens = TABLES): Promise<void> {
  await expect(page.locator('[data-testid=moment], [data-testid=note], [data-testid=drawing]')).toHaveCount(0);
  const session = await page.context().newCDPSession(page);
  for (const screen of screens) {
    await show(page, session, screen);
    const at = `${name} ${screen.width}x${screen.height} ${screen.text}`;
    expect.soft(await faults(page), at).toEqual([]);
  }
  await show(page, session, USUAL);
  await session.detach();
}
const mine = (page: Page): Promise<void> =>
  expect.poll(async () => (await standing(page))?.mine, { timeout: 30_000 }).toBe(true);
const press = (page: Page, key: keyof typeof es, ...places: (string | number)[]): Promise<void> =>
  page.getByRole('button', { name: es[key].replace('{0}', String(places[0])), exact: true }).first().click();
// To another page of ours, in the same document.
async function go(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector('h1')?.setAttribute('data-old', '');
    location.hash = to;
  }, hash);
  await page.locator('h1:not([data-old])').first().waitFor();
}

// Pages without a table, and what is opened on them before one looks.
const RULE = 'player picks; picked draws 2; next chooses { "a": skip | "b": next is marked x }';
const OPENED: [string, ((page: Page) => Promise<unknown>)?][] = [
  ['#/'], ['#/play', (page) => page.getByText(es['option.readings']).click()], ['#/room'], ['#/workshop'], ['#/replay'],
  ['#/learn'], ['#/settings'], ['#/licences'], ['#/nonsense'], ['#/learn/first'], ['#/learn/powers/cards'],
  ['#/learn/creeper'],
  ['#/room', async (page) => {
    await press(page, 'web.room.create.do');
    await page.locator('input[value=classic]').waitFor();
  }],
  ['#/workshop/' + encodeURIComponent(RULE), async (page) => {
    await page.locator('.grip').first().click();
    await press(page, 'web.workshop.trial.run');
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100', { timeout: 30_000 });
  }],
];
test('pages fit', async ({ page, open }) => {
  await open('#/settings');
  for (const [hash, act] of OPENED) {
    await go(page, hash);
    await act?.(page);
    await fits(page, hash, PAGES);
  }
});

test('a table fits, with what is asked, advised and refused', async ({ page, server }) => {
  await openSolo(page, server.url, { players: 4, levels: ['novato', 'novato', 'novato'], seed: '2' });
  await mine(page);
  await fits(page, 'turn');
  await page.getByTestId('hint').click();
  await expect(page.locator('.dock .about')).toBeVisible();
  await fits(page, 'hint');
  await page.locator('.hand [data-playable=false]').last().click({ force: true });
  await expect(page.locator('.why')).toBeVisible();
  await fits(page, 'refused');
});

test('a mark fits beside the hand', async ({ page, server }) => {
  const rule = 'everyone is marked elbows until uno';
  await openSolo(page, server.url, { players: 2, levels: ['novato'], rules: [rule, rule, rule, rule] });
  while (!(await page.locator('.mine .mark').count())) if (!(await playOneMove(page))) await aWhile(page);
  await mine(page);
  await fits(page, 'mark');
});

test('a table of ten fits', async ({ page, server }) => {
  const levels = Array<string>(9).fill('novato');
  await openSolo(page, server.url, { edition: 'powers', players: 10, levels, seed: '11' });
  await mine(page);
  await fits(page, 'ten');
});

test('the end of a hand and of a game fits, with its winner in sight', async ({ page, server }) => {
  await openSolo(page, server.url, { options: { target: '1', cards: '3' } });
  await playOut(page);
  await page.getByTestId('champion').waitFor();
  await fits(page, 'game over');
  await page.keyboard.press('Escape');
  await fits(page, 'hand over');
});

// Lessons, and what is pressed there: then something is asked.
const LESSONS = [
  ['first', 'main .button.primary'], ['try/challenge-guilty'], ['try/wild', '[data-card=W]'],
  ['try/power-pick', '[data-card=Wp]'], ['try/seven', '[data-card=r7]'], ['try/streams-answer'],
  ['try/power-green'], ['try/draw-keep', '[data-testid=draw]'], ['try/last-plus-two', '[data-card="r+2"]'],
];
test('lessons fit, and hide nothing that is asked', async ({ page, open }) => {
  await open('#/learn');
  for (const [lesson = '', pressed] of LESSONS) {
    await go(page, '#/learn/' + lesson);
    if (pressed) await page.locator(pressed).first().click();
    await page.getByTestId('board').waitFor();
    await fits(page, lesson);
  }
});

test('a replay fits', async ({ page, open }) => {
  await open('#/replay');
  const buffer = readFileSync('../../editions/powers/golden/three-players.scn');
  await page.locator('input[type=file]').setInputFiles({ name: 'game.scn', mimeType: 'text/plain', buffer });
  const board = page.getByTestId('board');
  await board.waitFor();
  for (let step = 1; step <= 12; ++step) {
    await page.keyboard.press('ArrowRight');
    await expect(board).toHaveAttribute('data-n', String(step));
  }
  await fits(page, 'replay');
  await page.keyboard.press('End');
  await expect(board).toHaveAttribute('data-phase', 'won');
  await fits(page, 'replay, its end');
});

test('a room fits: lobby, rules, chat, table, menu, the end', async ({ browser, server, complaints }) => {
  const ana = await arrive(browser, 'Ana', complaints);
  const { page } = ana;
  await quickTime(page, 5);
  await createRoom(ana, server.url, 3, 'classic', { wilds: true, clock: false });
  await page.getByRole('button', { name: text('web.room.bot.add', 2) }).click();
  await page.getByRole('button', { name: /^Casual/ }).click();
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage['comodin.settings'] as string) as object;
    localStorage['comodin.settings'] = JSON.stringify({ ...kept, language: 'es' });
  });
  await page.reload();
  await page.locator('.seat.you').waitFor();
  await fits(page, 'lobby', PAGES);
  await press(page, 'web.room.chat');
  await fits(page, 'lobby, chat', PAGES);
  await page.keyboard.press('Escape');
  await press(page, 'web.room.ready');
  await fits(page, 'rules', PAGES);
  await press(page, 'web.room.consent.do');
  await press(page, 'web.room.bot.add', 3);
  await page.getByRole('button', { name: /^Casual/ }).click();
  await press(page, 'web.room.start');
  await mine(page);
  await fits(page, 'room');
  await press(page, 'web.room.chat');
  await fits(page, 'chat');
  await page.keyboard.press('Escape');
  await press(page, 'web.room.menu');
  await fits(page, 'menu', PAGES);
  await page.keyboard.press('Escape');
  await play([ana], () => isOver(ana));
  await page.getByTestId('champion').waitFor();
  await fits(page, 'the end');
});
