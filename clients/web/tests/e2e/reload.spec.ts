// A game goes on after the page was reloaded, with a server or without one.
import type { Page } from '@playwright/test';
import { startServer } from './server';
import { openSolo, playOneMove, playToTheEnd, quickTime, standing, words } from './table';
import { choose, expect, test } from './test';

test.use({ serviceWorkers: 'allow' });

interface Seen {
  hand: string[];
  ring: string[]; // seats, colour, direction
}

const seen = (page: Page): Promise<Seen> =>
  page.evaluate(() => ({
    hand: [...document.querySelectorAll<HTMLElement>('.hand [data-card]')].map((it) => it.dataset.card ?? '').sort(),
    // In words: which of the older discards are still drawn is only for the eye.
    ring: document.querySelector<HTMLElement>('.ring')?.innerText.match(/.*[a-z]{3}.*/gi) ?? [],
  }));

const mine = (page: Page): Promise<void> =>
  expect.poll(async () => (await standing(page))?.mine, { timeout: 20_000 }).toBe(true);

test('reloaded in the middle, also without a network, and played to its end', async ({ page, complaints }) => {
  test.setTimeout(120_000);
  complaints.forgive(/ERR_CONNECTION_REFUSED|Failed to (fetch|load)/);
  const server = await startServer();
  await choose(page, { language: 'en', motion: 'less' });
  await quickTime(page);
  await openSolo(page, server.url, { edition: 'creeper', players: 3, options: { format: 'hand' }, seed: '11' });
  for (let moves = 0; moves < 4; ) if (await playOneMove(page)) ++moves;
  await page.waitForTimeout(400); // the last move is answered
  await mine(page);
  await page.waitForTimeout(400); // it is written a moment after the move
  const before = await seen(page);
  expect(before.hand.length).toBeGreaterThan(0);
  expect(before.ring).toContain('Lola');

  await page.reload();
  await expect(page.getByTestId('board')).toBeVisible();
  expect(await seen(page)).toEqual(before);

  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await server.stop();
  await page.reload();
  await expect(page.getByTestId('board')).toBeVisible();
  expect(await seen(page)).toEqual(before);
  await playToTheEnd(page, words.en['web.solo.next'], words.en['web.solo.save']);
});
