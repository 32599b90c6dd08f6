// The table: all of it is there on any screen, under a finger, and without movement.
import type { CDPSession, Page } from '@playwright/test';
import { openSolo, playOneMove, quickTime, standing } from './table';
import { choose, expect, test } from './test';

const SCREENS: [number, number][] = [[360, 640], [640, 360], [768, 1024], [1440, 900], [3840, 2160]];
const request = { edition: 'powers', players: 10, levels: Array<string>(9).fill('novato'), seed: '11' };

// What covers something that it must not cover, or lies outside the window.
const faults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const names = ['.dock', '.uno-place', '.own', '.ring', '.tools'];
    const box = (name: string): DOMRect | undefined =>
      document.querySelector('.board > ' + name)?.getBoundingClientRect();
    const out: string[] = [];
    for (const a of names)
      for (const b of names) {
        const [p, q] = [box(a), box(b)];
        if (a >= b || !p?.width || !q?.width) continue;
        const across = Math.min(p.right, q.right) - Math.max(p.left, q.left);
        const down = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
        if (across > 1 && down > 1) out.push(`${a} over ${b}`);
      }
    const page = document.documentElement;
    if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight) out.push('the page scrolls');
    const parts = '[data-seat], .uno, [data-testid=draw], .hand [data-card]';
    for (const it of document.querySelectorAll<HTMLElement>(parts)) {
      const { left, right, top, bottom } = it.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      if (x < 0 || x > innerWidth || y < 0 || y > innerHeight) out.push(it.className + ' is outside');
    }
    return out;
  });

for (const [width, height] of SCREENS)
  test(`nothing covers hand or UNO button on ${width} × ${height}, with ten players`, async ({ page, server }) => {
    await page.setViewportSize({ width, height });
    await choose(page, { language: 'es', motion: 'less' });
    await quickTime(page);
    await openSolo(page, server.url, request);
    for (let moves = 0, looks = 0; moves < 6 && looks < 400; ++looks) {
      expect(await faults(page)).toEqual([]);
      if ((await standing(page))?.mine && (await playOneMove(page))) ++moves;
      else await page.waitForTimeout(20);
    }
  });

type Touch = 'touchStart' | 'touchMove' | 'touchEnd';
async function finger(session: CDPSession, type: Touch, at?: { x: number; y: number }): Promise<void> {
  await session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
}
const corner = async (page: Page, index: number): Promise<{ x: number; y: number }> => {
  const box = (await page.locator(`.hand [data-index="${index}"]`).boundingBox())!;
  return { x: box.x + box.width * 0.25, y: box.y + box.height * 0.4 };
};

test('a finger slides along the hand and lets go of the card it means', async ({ browser, server }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 }, hasTouch: true, locale: 'en-GB' });
  const page = await context.newPage();
  await choose(page, { language: 'en', motion: 'less' });
  await openSolo(page, server.url, { edition: 'classic', players: 2, levels: ['novato'], seed: '2' });
  await expect.poll(async () => (await standing(page))?.mine).toBe(true);
  const cards = page.locator('.hand [data-card]');
  const wrong = await cards.evaluateAll((all) =>
    all.findIndex((card) => (card as HTMLElement).dataset.playable === 'false'));
  expect(wrong).toBeGreaterThanOrEqual(0);
  const session = await context.newCDPSession(page);
  const other = wrong === 0 ? 1 : 0;
  await finger(session, 'touchStart', await corner(page, other));
  await expect(cards.nth(other)).toHaveClass(/lifted/);
  await finger(session, 'touchMove', await corner(page, wrong));
  await expect(cards.nth(wrong)).toHaveClass(/lifted/);
  await finger(session, 'touchEnd');
  await expect(page.locator('.why')).toContainText('TURN-1'); // it was that card, and the page says why not
  const before = (await standing(page))?.n;
  await finger(session, 'touchStart', await corner(page, other));
  await finger(session, 'touchMove', { x: 180, y: 200 }); // away from the hand: nothing was meant
  await finger(session, 'touchEnd');
  await page.waitForTimeout(100);
  expect((await standing(page))?.n).toBe(before);
  await context.close();
});

// Plays a few moves and notes every card that flew, and how long.
async function flown(page: Page, url: string, motion: 'auto' | 'less'): Promise<number[]> {
  await choose(page, { language: 'en', motion, speed: 'fast' });
  await page.addInitScript(() => {
    const real = Element.prototype.animate;
    const all: number[] = [];
    Object.assign(window, { flown: all });
    Element.prototype.animate = function (frames, options) {
      const timing = options as KeyframeAnimationOptions;
      if (this.classList.contains('flying')) all.push(Number(timing.duration) + (timing.delay ?? 0));
      return real.call(this, frames, options);
    };
  });
  await openSolo(page, url, { edition: 'streams', players: 4, levels: ['novato', 'novato', 'novato'], seed: '4' });
  for (let moves = 0; moves < 4; await page.waitForTimeout(50)) if (await playOneMove(page)) ++moves;
  await page.waitForTimeout(400);
  expect(await page.locator('.flying').count()).toBeLessThan(15);
  return page.evaluate(() => (window as unknown as { flown: number[] }).flown);
}
test('cards fly for a third of a second at most', async ({ page, server }) => {
  const times = await flown(page, server.url, 'auto');
  expect(times.length).toBeGreaterThan(4);
  expect(Math.max(...times)).toBeLessThanOrEqual(333);
});
test('no card flies where less movement is wanted', async ({ page, server }) => {
  expect(await flown(page, server.url, 'less')).toEqual([]);
});

test('a press is answered in the next frame', async ({ page, server }) => {
  await choose(page, { language: 'en' });
  await openSolo(page, server.url, { edition: 'classic', players: 2, levels: ['novato'], seed: '2' });
  await expect.poll(async () => (await standing(page))?.mine).toBe(true);
  const answered = await page.locator('.hand [data-playable=true]').first().evaluate((card) => {
    (card as HTMLElement).click();
    return new Promise((resolve) => requestAnimationFrame(() => resolve(
      card.classList.contains('leaving') || !card.isConnected || document.querySelector('.dock .back') !== null)));
  });
  expect(answered).toBe(true);
});
