// Browsers that keep nothing: one can play all the same, and is told.
import type { Page } from '@playwright/test';
import { startServer } from './server';
import { playOneMove, quickTime, standing } from './table';
import { expect, test } from './test';
import { text } from './people';

test.use({ serviceWorkers: 'allow' });

type Way = 'blocked' | 'full' | 'silent';

// blocked: every access throws; full: nothing can be written; silent: a database is never opened.
async function refuse(page: Page, way: Way): Promise<void> {
  await page.addInitScript((how: Way) => {
    const no = (): never => {
      throw new DOMException('no', how === 'full' ? 'QuotaExceededError' : 'SecurityError');
    };
    if (how === 'blocked')
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(window, name, { get: no, configurable: true });
    if (how === 'full') {
      Storage.prototype.setItem = no;
      IDBObjectStore.prototype.put = no;
    }
    if (how === 'silent') IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest;
  }, way);
}

async function makesAMove(page: Page): Promise<void> {
  await expect(page.getByTestId('board')).toBeVisible({ timeout: 20_000 });
  await expect.poll(async () => (await standing(page))?.mine ?? false, { timeout: 20_000 }).toBe(true);
  expect(await playOneMove(page)).not.toBe('');
}

for (const way of ['blocked', 'full', 'silent'] as const)
  test(`storage is ${way}: a game against bots`, async ({ page, open }) => {
    await quickTime(page);
    await refuse(page, way);
    await open('#/');
    if (way !== 'silent') await expect(page.getByTestId('keeps-nothing')).toBeVisible();
    await page.getByRole('link', { name: text('web.home.now') }).click();
    await makesAMove(page);
    await expect(page.getByText(text('web.solo.not_kept'))).toBeVisible();
  });

test('storage is blocked: workshop, lessons, settings', async ({ page, open }) => {
  await refuse(page, 'blocked');
  await open('#/workshop');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(text('web.workshop.play'))).toBeVisible();
  await open('#/learn');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await open('#/settings');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.locator('input[name=tabletop][value=clay]').check({ force: true });
  await expect(page.locator('html.tabletop')).toHaveCount(1);
});

test('storage is blocked: a room', async ({ page }) => {
  const server = await startServer();
  await refuse(page, 'blocked');
  await page.goto(server.url + '#/room');
  await expect(page.getByTestId('keeps-nothing')).toBeVisible();
  await page.getByRole('button', { name: text('web.room.create.do') }).click();
  await page.locator('input[value="streams"]').check({ force: true });
  await page.getByRole('radio', { name: '2', exact: true }).check({ force: true });
  await page.getByLabel(text('web.room.name')).fill('Ana');
  await page.getByRole('button', { name: text('web.room.create.do') }).click();
  await page.waitForURL(/#\/room\/[B-Z2-9]{6}$/);
  await page.getByRole('button', { name: text('web.room.bot.add', 2) }).click();
  await page.getByRole('button', { name: /^Casual/ }).click();
  await page.getByRole('button', { name: text('web.room.start') }).click();
  await makesAMove(page);
  await server.stop();
});
