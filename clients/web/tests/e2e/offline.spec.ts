// The service worker: the page without a network, and a newer page.
import { startProxy } from './proxy';
import { startServer } from './server';
import { choose, expect, test } from './test';
import type { Page } from '@playwright/test';

test.use({ serviceWorkers: 'allow' });

async function ready(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((next) => setTimeout(next, 20));
  });
}
const kept = (page: Page): Promise<string[]> => page.evaluate(() => caches.keys());

test('everything but rooms opens without a server, after one visit', async ({ page, complaints }) => {
  complaints.forgive(/ERR_CONNECTION_REFUSED|ERR_FAILED|WebSocket/);
  const server = await startServer();
  await choose(page, { language: 'en' });
  await page.goto(server.url);
  await ready(page);
  await server.stop();
  for (const hash of ['', '#/play', '#/workshop', '#/replay', '#/learn', '#/settings', '#/licences']) {
    await page.goto('about:blank');
    await page.goto(server.url + hash);
    await expect(page.locator('h1, [data-testid=board]').first()).toBeVisible();
    await expect(page.getByText('could not be loaded')).toHaveCount(0);
  }
});

test('the server is never answered for', async ({ page, open, complaints }) => {
  complaints.forgive(/Failed to load resource/);
  await open();
  await ready(page);
  const paths = await page.evaluate(async () => {
    const cache = await caches.open((await caches.keys())[0] ?? '');
    return (await cache.keys()).map((request) => new URL(request.url).pathname);
  });
  expect(paths).toContain('/');
  expect(paths.filter((path) => /^\/(ws|api|healthz)/.test(path))).toEqual([]);
  const before = await page.evaluate(() => fetch('/healthz').then((answer) => answer.text()));
  expect(before).toBe('ok\n');
  await page.route('**/healthz', (route) => route.abort()); // only requests of the page itself pass here
  expect(await page.evaluate(() => fetch('/healthz').then(() => 'answered', () => 'failed'))).toBe('failed');
});

test('a newer page is offered, and taken when the person says so', async ({ page, server }) => {
  const proxy = await startProxy(server.url);
  await choose(page, { language: 'en' });
  await page.goto(proxy.url);
  await ready(page);
  const [old] = await kept(page);
  proxy.change = (path, body) => (path === '/sw.js' ? body.replace(/VERSION = "\w+"/, 'VERSION = "newer"') : body);
  await page.reload();
  const offer = page.getByRole('status').filter({ hasText: 'new version' });
  await expect(offer).toBeVisible();
  expect(await kept(page)).toContain(old); // still the one in charge
  const reloaded = page.waitForEvent('load');
  await offer.getByRole('button', { name: 'Reload' }).click();
  await reloaded;
  await expect.poll(() => kept(page)).toEqual(['comodin-newer']);
  await expect(offer).toHaveCount(0);
  await proxy.stop();
});
