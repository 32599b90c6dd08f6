// The workshop in a real browser: by keyboard alone, as text, on trial, on the shelf, and out into a game or a room.
import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { choose, expect, test } from './test';

test.beforeEach(({ page }) => choose(page, { language: 'en', motion: 'less' }));

const canonical = (page: Page): Locator => page.locator('.canonical code');
const way = async (page: Page, name: string): Promise<void> => page.getByRole('radio', { name }).check({ force: true });

async function tabTo(page: Page, target: Locator, most = 60): Promise<void> {
  for (let i = 0; i < most; ++i) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('not reached by Tab');
}

test('a rule is built from sentences, by keyboard alone', async ({ page, open }) => {
  await open('#/workshop');
  await tabTo(page, page.getByRole('radio', { name: 'Ready' }));
  await page.keyboard.press('ArrowRight');
  await tabTo(page, page.getByRole('button', { name: 'Add a sentence' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: /^The next player draws 2 cards\. / }));
  await page.keyboard.press('Enter');
  await expect(canonical(page)).toHaveText('next draws 2');
  await expect(page.locator('.grip')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Who')).toBeFocused();
  await page.keyboard.type('The others');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('How many cards')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(canonical(page)).toHaveText('others draw 3');

  // A question after it, and the first sentence moved into its yes branch.
  await tabTo(page, page.getByRole('button', { name: 'Add below' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: /^The others vote/ }));
  await page.keyboard.press('Enter');
  await expect(page.locator('.grip').nth(1)).toBeFocused();
  await page.locator('.grip').first().focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(canonical(page)).toHaveText('others vote "write here" { yes: others draw 3 | no: }');

  // Twice, then one deleted, then taken back.
  await expect(page.locator('.branch .grip')).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Duplicate' }));
  await page.keyboard.press('Enter');
  await expect(canonical(page)).toHaveText('others vote "write here" { yes: others draw 3; others draw 3 | no: }');
  await page.keyboard.press('Delete');
  await expect(canonical(page)).toHaveText('others vote "write here" { yes: others draw 3 | no: }');
  await page.keyboard.press('Control+z');
  await expect(canonical(page)).toHaveText('others vote "write here" { yes: others draw 3; others draw 3 | no: }');
});

test('a ready rule is dealt into the hand, and one move shows what it does', async ({ page, open }) => {
  await open('#/workshop');
  await page.getByRole('button', { name: /Seven for the next|fills|seven/i }).first().press('Enter');
  await expect(canonical(page)).toHaveText('next fills to 7');
  await page.getByRole('button', { name: 'Deal', exact: true }).press('Enter');
  const table = page.locator('.table');
  await table.getByRole('button', { name: /custom|blank|own rule|wild/i }).last().press('Enter');
  await table.getByRole('button', { name: 'green', exact: false }).first().press('Enter');
  await expect(page.locator('.happened li').first()).toContainText('You play');
});

test('a text shows its fault where it is, and offers words', async ({ page, open }) => {
  await open('#/workshop');
  await way(page, 'Text');
  const area = page.getByRole('textbox', { name: 'The rule' });
  await area.fill('next draws 2\nothers jump');
  await expect(page.locator('mark')).toHaveText('jump');
  await expect(page.locator('#text-fault')).toContainText('Line 2, character 8');
  await area.fill('next ');
  await page.getByRole('button', { name: 'draws', exact: true }).click();
  await page.getByRole('button', { name: '3', exact: true }).click();
  await expect(area).toHaveValue('next draws 3 ');
  await expect(canonical(page)).toHaveText('next draws 3');
  await area.press('Control+z');
  await expect(area).toHaveValue(/^next draws ?$/);
});

test('a trial fills its plots and says how sure it is', async ({ page, open }) => {
  await open('#/workshop/' + encodeURIComponent('player draws 8'));
  await expect(canonical(page)).toHaveText('player draws 8');
  await page.getByRole('button', { name: 'Measure it' }).click();
  const found = page.getByRole('main').getByText(/Hands last [\d.]+ % longer \(±[\d.]+\)\./); // it is said aloud, too
  await expect(found).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100', { timeout: 30_000 });
  await expect(page.locator('figure.plot')).toHaveCount(3);
});

test('a link brings a rule only if it is one', async ({ page, open }) => {
  await open('#/workshop/' + encodeURIComponent('next draws <img src=x>'));
  await expect(page.getByRole('status').first()).toContainText('The link does not contain a rule');
  await expect(page.getByText('Still blank.')).toBeVisible();
  await open('#/workshop/' + encodeURIComponent('others vote "100 %/2?" { yes: skip | no: }'));
  await expect(canonical(page)).toHaveText('others vote "100 %/2?" { yes: skip | no: }');
});

test('rules are kept, renamed, taken out as text and brought back', async ({ page, open }) => {
  await open('#/workshop/' + encodeURIComponent('next draws 5'));
  await page.getByRole('button', { name: 'Save it' }).click();
  await page.getByLabel('Name of the rule').fill('Ouch');
  await page.keyboard.press('Enter');
  await way(page, 'Mine');
  await page.getByLabel('Name of the rule').fill('Ouch, five');
  await page.keyboard.press('Tab');
  await page.reload();
  await way(page, 'Mine');
  await expect(page.getByLabel('Name of the rule')).toHaveValue('Ouch, five');
  await page.getByRole('button', { name: 'Export to a file' }).click();
  await expect(page.getByRole('textbox', { name: 'Export to a file' })).toHaveValue('# Ouch, five\nnext draws 5\n');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete Ouch, five' }).click();
  await expect(page.getByText('None saved yet')).toBeVisible();
  await page.getByRole('button', { name: 'Import rules' }).click();
  await page.getByLabel('or paste the text here').fill('# Two\nnext draw 2\n\n# Bad\nnext jumps');
  await page.getByRole('dialog').getByRole('button', { name: 'Import rules' }).click();
  await expect(page.getByText('1 rule imported. 1 rule could not be understood.')).toHaveCount(2); // said aloud, too
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Use Two' }).click();
  await expect(canonical(page)).toHaveText('next draws 2');
});

test('a rule goes out into a game, and back to the room one came from', async ({ page, open, complaints }) => {
  complaints.forgive(/WebSocket/); // there is no such room
  await open('#/workshop/' + encodeURIComponent('next draws 5'));
  await page.getByRole('button', { name: 'Propose it in a room' }).click();
  await expect(page.getByText('First join a room')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.evaluate(() => sessionStorage.setItem('comodin.room', 'KJD3TX'));
  await page.reload();
  await page.getByRole('button', { name: 'Propose it in room KJD3TX' }).click();
  expect(page.url()).toContain('#/room/KJD3TX');
  expect(await page.evaluate(() => sessionStorage.getItem('comodin.proposal'))).toBe('next draws 5');
});

test('a whole game is asked for with the rule on every wild', async ({ page, open }) => {
  await open('#/workshop/' + encodeURIComponent('next draws 5'));
  await expect(canonical(page)).toHaveText('next draws 5');
  await page.getByRole('button', { name: 'Play a game with it' }).click();
  await expect(page.getByRole('button', { name: /UNO/ }).first()).toBeVisible();
  const request = await page.evaluate(() => sessionStorage.getItem('comodin.wish') ?? '{}');
  expect((JSON.parse(request) as { rules: string[] }).rules).toEqual(Array(4).fill('next draws 5'));
});

for (const theme of ['light', 'dark'] as const)
  test(`axe finds nothing, ${theme}`, async ({ page, open }) => {
    await page.emulateMedia({ colorScheme: theme });
    const rule = 'player picks; picked draws 2; next chooses { "a": skip | "b": next is marked x }';
    await open('#/workshop/' + encodeURIComponent(rule));
    await page.getByRole('button', { name: 'Measure it' }).click();
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100', { timeout: 30_000 });
    await page.locator('.grip').first().click();
    const clean = async (): Promise<void> => {
      const { violations } = await new AxeBuilder({ page }).exclude('.table').analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
    };
    await clean();
    for (const name of ['Ready', 'Text', 'Mine']) {
      await way(page, name);
      await clean();
    }
    await way(page, 'Build');
    await page.getByRole('button', { name: 'Add a sentence' }).last().click();
    await clean();
  });
