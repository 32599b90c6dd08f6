// The first visit: how soon can one play, and how much is fetched for it?
import type { Browser, CDPSession } from '@playwright/test';
import { wishOf } from './table';
import { expect, test } from './test';

const KIB = 1024;
const SOON = 1000; // ms, from a local server
const TRIES = 5; // the best counts: other programs run here too

// From the start of the navigation until a card of the own hand can be played, in a browser that was never here.
async function timeToPlay(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ locale: 'es-MX' });
  await context.addInitScript((wish) => {
    sessionStorage.setItem('comodin.wish', wish);
    const look = (): void => {
      if (document.querySelector('.hand [data-playable=true]')) performance.mark('playable');
      else requestAnimationFrame(look);
    };
    look();
  }, JSON.stringify(wishOf({ players: 2, seed: '2' })));
  const page = await context.newPage();
  await page.goto(url + '#/play/wish');
  const playable = await page.waitForFunction(() => performance.getEntriesByName('playable')[0]?.startTime);
  const time = Number(await playable.jsonValue());
  await context.close();
  return time;
}

test('a card can be played within a second', async ({ browser, server }) => {
  const times: number[] = [];
  while (times.length < TRIES && !(Math.min(...times) < SOON)) times.push(await timeToPlay(browser, server.url));
  console.log(`first card: ${times.map(Math.round).join(', ')} ms`);
  expect(Math.min(...times)).toBeLessThan(SOON);
});

// Bytes over the wire, headers and all, of everything that the page asks for.
function countBytes(session: CDPSession): Map<string, number> {
  const urls = new Map<string, string>();
  const bytes = new Map<string, number>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = new URL(urls.get(requestId) ?? 'data:').pathname;
    bytes.set(path, (bytes.get(path) ?? 0) + encodedDataLength);
  });
  return bytes;
}

test('home and the first game take at most 400 KiB', async ({ page, server, context }) => {
  const session = await context.newCDPSession(page);
  const bytes = countBytes(session);
  await session.send('Network.enable');
  await page.goto(server.url);
  await page.locator('a[href="#/play/now"]').click();
  await expect(page.locator('.hand [data-card]').first()).toBeVisible();
  const total = [...bytes.values()].reduce((sum, one) => sum + one, 0);
  console.log(`first load: ${(total / KIB).toFixed(1)} KiB in ${bytes.size} files`);
  expect([...bytes.keys()].filter((path) => path.endsWith('.wasm'))).toHaveLength(1);
  expect(total).toBeLessThan(400 * KIB);
  expect(total).toBeGreaterThan(100 * KIB); // else it was not counted
});
