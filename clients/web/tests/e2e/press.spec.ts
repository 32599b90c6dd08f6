// The press of a card: that it flies from where it lay to where it lies, once, and that the table stays where it is.
import type { Page } from '@playwright/test';
import type { TableRequest } from '../../src/engine/api';
import { createRoom, start, text } from './people';
import { openSolo, standing } from './table';
import { choose, expect, test, type Person } from './test';

const SCREENS: [number, number][] = [[360, 640], [640, 360], [768, 1024], [1440, 900], [2560, 1440]];
const three: Partial<TableRequest> = { edition: 'classic', players: 3, levels: ['novato', 'novato'], seed: '2' };

interface Seen {
  card: string; // '' is a back
  from: Spot;
  to: Spot;
  least: number; // the smallest it is on its way
  n: number; // of the telling that was on the table when it took off
}
interface Spot {
  x: number;
  y: number;
  width: number;
  turn: number;
}

// Notes the way of each card that flies, as its keyframes say it. Bots can be told to wait.
async function watchFlights(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const real = Element.prototype.animate;
    const later = window.setTimeout.bind(window);
    const patient = (act: () => void, after = 0): number =>
      later(function look() {
        if (after > 600 && (window as unknown as { wait?: boolean }).wait) later(look, 50);
        else act();
      }, after);
    window.setTimeout = patient as typeof window.setTimeout;
    const all: unknown[] = [];
    Object.assign(window, { flights: all });
    Element.prototype.animate = function (frames, options) {
      const ours = this instanceof HTMLElement && this.classList.contains('flying');
      if (ours && Array.isArray(frames)) {
        const own = parseFloat(this.style.width);
        const board = document.querySelector<HTMLElement>('[data-testid=board]')!;
        const base = board.getBoundingClientRect();
        const spots = frames.map(({ transform }) => {
          const [x = 0, y = 0, turn = 0, scale = 1] = String(transform).match(/-?[\d.]+(e-\d+)?/g)!.map(Number);
          return { x: x + own / 2 + base.left, y: y + own * 0.75 + base.top, width: own * scale, turn };
        });
        const least = Math.min(...spots.map(({ width }) => width));
        const n = Number(board.dataset.n);
        all.push({ card: this.dataset.flies, from: spots[0], to: spots.at(-1), least, n });
      }
      return real.call(this, frames, options);
    };
  });
}
const flightsOf = (page: Page): Promise<Seen[]> =>
  page.evaluate(() => (window as unknown as { flights: Seen[] }).flights);
// From here on: what flew before is forgotten, and bots do nothing more.
const forget = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const here = window as unknown as { flights: Seen[]; wait: boolean };
    here.wait = true;
    here.flights.splice(0);
  });

// What lies on the screen: its middle, its own width, and its tilt.
const spotOf = (page: Page, selector: string): Promise<Spot> =>
  page.evaluate((what) => {
    const element = document.querySelector(what)!;
    const { left, top, width, height } = element.getBoundingClientRect();
    let [turn, scale] = [0, 1];
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { a, b } = new DOMMatrix(getComputedStyle(at).transform);
      turn += (Math.atan2(b, a) * 180) / Math.PI;
      scale *= Math.hypot(a, b);
    }
    return { x: left + width / 2, y: top + height / 2, width: element.clientWidth * scale, turn };
  }, selector);

function near(a: Spot, b: Spot): void {
  expect(Math.abs(a.x - b.x), 'across').toBeLessThanOrEqual(4);
  expect(Math.abs(a.y - b.y), 'down').toBeLessThanOrEqual(4);
  expect(Math.abs(a.width - b.width), 'wide').toBeLessThanOrEqual(4);
  expect(Math.abs(a.turn - b.turn), 'turned').toBeLessThanOrEqual(1);
}

async function sit(page: Page, url: string, wish = three, person: Person = {}): Promise<void> {
  await choose(page, { language: 'es', motion: 'auto', speed: 'slow', ...person });
  await watchFlights(page);
  await openSolo(page, url, wish);
}
// Through the draw and the deal, to the own turn, with nothing moving.
async function myTurn(page: Page): Promise<void> {
  await page.getByTestId('drawing').waitFor();
  await expect.poll(async () => {
    await page.keyboard.press('x');
    return page.locator('.drawing, .dealing').count();
  }).toBe(0);
  await expect.poll(async () => (await standing(page))?.mine, { timeout: 40_000 }).toBe(true);
  await rest(page);
}
const rest = async (page: Page): Promise<void> => {
  await expect(page.locator('.air .flying')).toHaveCount(0);
  await page.waitForTimeout(350); // cards of the hand have found their places
};
const PLAIN = '.hand [data-playable=true]:not([data-card^=W])';
const away = (page: Page): Promise<void> => page.mouse.move(2, 2);

for (const [width, height] of SCREENS)
  test(`an own card flies from its place to the pile on ${width} × ${height}`, async ({ page, server }) => {
    await page.setViewportSize({ width, height });
    await sit(page, server.url);
    await myTurn(page);
    const card = page.locator(PLAIN).first();
    const key = (await card.getAttribute('data-key'))!;
    const box = (await card.boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.25, box.y + box.height * 0.3);
    await page.waitForTimeout(300);
    const before = await spotOf(page, `.hand [data-key="${key}"]`);
    const board = await page.getByTestId('board').boundingBox();
    const n = (await standing(page))!.n;
    await forget(page);
    await page.mouse.down();
    await page.mouse.up();
    await expect.poll(async () => (await standing(page))!.n).toBeGreaterThan(n);
    await rest(page);
    const own = await flightsOf(page);
    expect(own.map((one) => one.card)).toEqual([key.split('/')[0]]); // once
    expect(own[0]!.n).toBe(n); // with the press, before the table told of it
    near(own[0]!.from, before);
    const top = await spotOf(page, '.lying.top');
    near(own[0]!.to, top);
    expect(own[0]!.least).toBeGreaterThanOrEqual(0.9 * Math.min(before.width, top.width));
    expect(await page.getByTestId('board').boundingBox()).toEqual(board); // the table has not moved
    expect(await page.getByTestId('board').evaluate((it) => it.scrollTop)).toBe(0);
  });

for (const [width, height] of SCREENS)
  test(`a drawn card comes from the pile to its place on ${width} × ${height}`, async ({ page, server }) => {
    await page.setViewportSize({ width, height });
    await sit(page, server.url);
    await myTurn(page);
    const pile = await spotOf(page, '.pile');
    const n = (await standing(page))!.n;
    await forget(page);
    await page.getByTestId('draw').click();
    await expect.poll(async () => (await standing(page))!.n).toBeGreaterThan(n);
    await away(page);
    await expect(page.locator('.air .flying')).toHaveCount(0);
    const drawn = await flightsOf(page);
    expect(drawn).toHaveLength(1);
    near(drawn[0]!.from, pile);
    near(drawn[0]!.to, await spotOf(page, `.hand [data-card="${drawn[0]!.card}"].fresh`));
  });

test('a hand is dealt in less than a second, and not shown before its cards have landed', async ({ page, server }) => {
  await sit(page, server.url);
  const shown = (): Promise<string> =>
    page.locator('.hand .row-of-cards').first().evaluate((it) => getComputedStyle(it).opacity);
  const counted = page.locator('.pile .number');
  await page.getByTestId('drawing').waitFor();
  expect(await shown()).toBe('0');
  await expect(counted).toHaveCSS('opacity', '0'); // what is left when all have their cards
  const turned = page.locator('.ticker, .side-log').getByText('Se voltea');
  await expect(turned).toHaveCount(0); // nor is it written what will be turned up
  await page.keyboard.press('x');
  await page.getByTestId('dealing').waitFor();
  expect(await shown()).toBe('0');
  const began = Date.now();
  await expect.poll(() => page.locator('.dealing .dealt').count()).toBeGreaterThan(15);
  await expect(page.getByTestId('dealing')).toHaveCount(0);
  expect(Date.now() - began).toBeLessThan(2500); // the machine may be busy; it is 700 ms by the clock of the page
  expect(await shown()).toBe('1');
  await expect(counted).toHaveCSS('opacity', '1');
  await expect(turned).not.toHaveCount(0);
});

test('any press ends the deal, and does nothing else', async ({ page, server }) => {
  await sit(page, server.url);
  await page.getByTestId('drawing').waitFor();
  await page.keyboard.press('x');
  await page.getByTestId('dealing').waitFor();
  const at = (await standing(page))!;
  await page.locator('.hand [data-card]').first().click({ force: true });
  await expect(page.getByTestId('dealing')).toHaveCount(0);
  expect((await standing(page))!.n).toBe(at.n);
  await expect(page.locator('.hand .refused, .hand .leaving, .why')).toHaveCount(0);
});

const middle = async (page: Page, selector: string): Promise<{ x: number; y: number }> => {
  const { x, y } = await spotOf(page, selector);
  return { x, y };
};

test('a card is dragged onto the pile, and one that is let go elsewhere comes back', async ({ page, server }) => {
  await sit(page, server.url);
  await myTurn(page);
  const key = (await page.locator(PLAIN).last().getAttribute('data-key'))!;
  const card = `.hand [data-key="${key}"]`;
  const [home, pile] = [await middle(page, card), await middle(page, '.discard')];
  const n = (await standing(page))!.n;
  await page.mouse.move(home.x, home.y);
  await page.mouse.down();
  await page.mouse.move(home.x + 30, home.y - 150, { steps: 5 });
  await expect(page.locator(card)).toHaveClass(/carried/);
  const carried = await middle(page, card);
  expect(Math.abs(carried.y - (home.y - 150))).toBeLessThan(20); // it is under the pointer
  await page.mouse.up();
  await expect(page.locator('.carried')).toHaveCount(0);
  await page.waitForTimeout(400);
  expect((await standing(page))!.n).toBe(n);
  await away(page);
  await page.waitForTimeout(200);
  expect(Math.abs((await middle(page, card)).y - home.y)).toBeLessThan(8);

  await page.mouse.move(home.x, home.y);
  await page.mouse.down();
  await page.mouse.move(pile.x, pile.y, { steps: 6 });
  await forget(page);
  await page.mouse.up();
  await expect.poll(async () => (await standing(page))!.n).toBeGreaterThan(n);
  const [flight, ...more] = await flightsOf(page);
  expect(more).toEqual([]);
  expect(Math.hypot(flight!.from.x - pile.x, flight!.from.y - pile.y)).toBeLessThan(30); // from where it was let go
});

test('a finger takes a card out of the hand and lays it on the pile', async ({ browser, server }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 }, hasTouch: true, locale: 'en-GB' });
  const page = await context.newPage();
  await sit(page, server.url);
  await myTurn(page);
  const key = (await page.locator(PLAIN).first().getAttribute('data-key'))!;
  const card = `.hand [data-key="${key}"]`;
  const box = (await page.locator(card).boundingBox())!;
  const home = { x: box.x + box.width * 0.25, y: box.y + box.height * 0.4 };
  const pile = await middle(page, '.discard');
  const n = (await standing(page))!.n;
  const session = await context.newCDPSession(page);
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await finger('touchStart', home);
  await expect(page.locator(card)).toHaveClass(/lifted/);
  await finger('touchMove', { x: home.x + 10, y: home.y - 160 });
  await expect(page.locator(card)).toHaveClass(/carried/);
  await finger('touchMove', pile);
  await forget(page);
  await finger('touchEnd');
  await expect.poll(async () => (await standing(page))!.n).toBeGreaterThan(n);
  expect((await flightsOf(page)).map((one) => one.card)).toEqual([key.split('/')[0]]);
  await context.close();
});

test('a card that the server refuses comes back to its place', async ({ browser, server }) => {
  const context = await browser.newContext({ viewport: { width: 1100, height: 760 }, locale: 'en-GB' });
  const page = await context.newPage();
  await choose(page, { language: 'en', motion: 'auto', name: 'Ana' });
  await watchFlights(page);
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const up = socket.connectToServer();
    up.onMessage((frame) => socket.send(frame));
    socket.onMessage((frame) => {
      const { do: verb, id, move } = JSON.parse(String(frame)) as { do: string; id: string; move?: string };
      if (verb !== 'move' || !move?.startsWith('play')) return up.send(frame);
      setTimeout(() => socket.send(JSON.stringify({ type: 'refused', id, why: 'no_match', text: 'no' })), 700);
    });
  });
  const ana = { name: 'Ana', page, context };
  await createRoom(ana, server.url, 2, 'streams', { cards: 7 });
  await page.getByRole('button', { name: text('web.room.bot.add', 2) }).click();
  await page.getByRole('button', { name: /^Casual/ }).click();
  await start(ana);
  await myTurn(page);
  const plain = page.locator(PLAIN).first();
  const other = page.locator('[data-testid=choice]:not([data-move^=play]), [data-testid=draw]:enabled').first();
  for (let draws = 0; draws < 20 && !(await plain.isVisible()); ++draws) {
    const { n } = (await standing(page))!;
    await other.click();
    await expect.poll(async () => (await standing(page))!.n).toBeGreaterThan(n);
    await plain.or(other).first().waitFor({ timeout: 40_000 }); // it is her turn again
  }
  await rest(page);
  const key = (await page.locator(PLAIN).first().getAttribute('data-key'))!;
  const card = `.hand [data-key="${key}"]`;
  const before = await middle(page, card);
  const { n } = (await standing(page))!;
  await forget(page);
  await page.locator(card).click({ position: { x: 14, y: 40 } });
  await page.waitForTimeout(450);
  await expect(page.locator('.air .flying')).toHaveCount(1); // it lies on the pile already
  await expect(page.locator('.why')).toBeVisible();
  await expect(page.locator('.air .flying')).toHaveCount(0);
  const [there, back, ...more] = await flightsOf(page);
  expect(more).toEqual([]);
  expect(Math.hypot(back!.from.x - there!.to.x, back!.from.y - there!.to.y)).toBeLessThan(4);
  expect(Math.hypot(back!.to.x - before.x, back!.to.y - before.y)).toBeLessThan(25); // raised a little, under the mouse
  expect(await page.locator(card).evaluate((it) => getComputedStyle(it).opacity)).toBe('1');
  expect((await standing(page))!.n).toBe(n);
  await context.close();
});

test('a card that nothing can be done with is kept by itself', async ({ page, server }) => {
  await sit(page, server.url, three, { speed: 'normal', motion: 'less' });
  await expect.poll(async () => (await standing(page))?.mine, { timeout: 40_000 }).toBe(true);
  for (let draws = 0; draws < 12; ++draws) {
    await expect.poll(async () => (await standing(page))?.mine, { timeout: 40_000 }).toBe(true);
    await page.getByTestId('draw').click();
    const itself = page.locator('.dock .self');
    await page.waitForTimeout(300);
    if (!(await itself.count())) {
      await page.locator('[data-testid=choice]').last().click(); // it fits: keep it, and draw again
      continue;
    }
    await expect(page.locator('.hand .fresh')).toHaveCount(1); // it is seen
    await expect(itself).toHaveCount(0, { timeout: 5000 }); // nobody has pressed anything
    await expect(page.locator('.dock [data-testid=choice]')).toHaveCount(0);
    return;
  }
  throw new Error('everything fitted');
});

test('without movement nothing moves, and all is told', async ({ page, server }) => {
  await sit(page, server.url, three, { motion: 'less', speed: 'normal' });
  await expect.poll(async () => (await standing(page))?.mine, { timeout: 40_000 }).toBe(true);
  await expect(page.locator('.drawing, .dealing')).toHaveCount(0, { timeout: 10_000 });
  const n = (await standing(page))!.n;
  await page.locator(PLAIN).first().click({ position: { x: 12, y: 30 } });
  await expect.poll(async () => (await standing(page))!.n).toBeGreaterThan(n);
  expect(await flightsOf(page)).toEqual([]);
  const moving = await page.evaluate(() => document.getAnimations().map(({ effect }) =>
    effect instanceof KeyframeEffect ? `${effect.target?.outerHTML.slice(0, 120)}` : ''));
  expect(moving).toEqual([]);
  await expect(page.locator('.side-log, .ticker').last()).toContainText(/Juegas/);
});
