// A whole hand without a mouse.
import type { Page } from '@playwright/test';
import { openSolo, quickTime, standing } from './table';
import { choose, expect, test } from './test';

// Where the focus is, and what could be pressed from here.
const focus = (page: Page): Promise<{ choice: boolean; playable: boolean; dialog: boolean }> =>
  page.evaluate(() => {
    const it = document.activeElement as HTMLElement | null;
    return {
      choice: it?.dataset.testid === 'choice',
      playable: it?.dataset.playable === 'true',
      dialog: it?.closest('dialog') !== null,
    };
  });

async function moveByKeys(page: Page): Promise<void> {
  if (await page.locator('[data-testid=choice]').count()) {
    for (let tabs = 0; tabs < 30 && !(await focus(page)).choice; ++tabs) await page.keyboard.press('Tab');
    return page.keyboard.press('Enter');
  }
  const cards = await page.locator('.hand [data-card]').count();
  if (await page.locator('.hand [data-playable=true]').count()) {
    await page.keyboard.press('u'); // if the call can be made with the card, it is
    await page.keyboard.press('m');
    await page.keyboard.press('Home');
    for (let k = 0; k < cards && !(await focus(page)).playable; ++k) await page.keyboard.press('ArrowRight');
    if ((await focus(page)).playable) return page.keyboard.press('Enter');
  }
  await page.keyboard.press('d');
}

test('a hand is played by keys alone, from the first page on', async ({ page, server }) => {
  test.setTimeout(120_000);
  await choose(page, { language: 'en', motion: 'less' });
  await quickTime(page);
  await page.addInitScript(() => {
    const options = { format: 'hand' };
    const request = { edition: 'hyperdrive', players: 2, levels: ['novato'], options, rules: [], seed: '7' };
    localStorage['comodin.table'] ??= JSON.stringify(request);
  });
  await page.goto(server.url);
  const now = page.locator('a[href="#/play/now"]');
  await expect(now).toBeVisible();
  for (let tabs = 0; tabs < 20 && !(await now.evaluate((it) => it === document.activeElement)); ++tabs)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('board')).toBeVisible();
  let moved = 0;
  for (const by = Date.now() + 100_000; Date.now() < by; ) {
    const at = await standing(page);
    if (at?.sheet) break;
    if (at?.mine && at.phase === 'running') {
      await moveByKeys(page);
      ++moved;
    }
    await page.waitForTimeout(20);
  }
  expect(moved).toBeGreaterThan(3);
  expect((await standing(page))?.sheet).toBe(true);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
});

test('a dialog gives the focus back', async ({ page, server }) => {
  await choose(page, { language: 'en', motion: 'less' });
  await openSolo(page, server.url, {});
  const pause = page.getByRole('button', { name: 'Pause' });
  await pause.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('dialog[open]')).toBeVisible();
  expect((await focus(page)).dialog).toBe(true);
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await expect(pause).toBeFocused();
});
