// The great moments of each edition, on the examples that one can play: they come, they end, a press ends them, and
// with reduced motion nothing moves but everything is said.
import type { Locator, Page } from '@playwright/test';
import { faults, show } from './fit';
import { choose, expect, test, type Person } from './test';

const WORDS: Record<string, string> = { r: 'red', y: 'yellow', g: 'green', b: 'blue' };

async function make(page: Page, move: string): Promise<void> {
  const [verb = '', card = '', color = ''] = move.split(' ');
  if (verb === 'draw') return page.getByTestId('draw').click();
  if (verb === 'challenge') return page.locator('[data-testid=choice][data-move=challenge]').click();
  await page.locator(`[data-card="${card}"]`).first().click();
  const choice = page.getByTestId('choice').filter({ hasText: new RegExp(WORDS[color] ?? '', 'i') });
  if (WORDS[color]) await choice.first().click();
}

interface Case { edition: string; example: string; move: string; kind: string; spoken: RegExp }
const CASES: Case[] = [
  { edition: 'classic', example: 'custom-three', move: 'play Wc1 b', kind: 'custom', spoken: /hold three|have three/ },
  { edition: 'streams', example: 'streams-throw', move: 'play Wx g', kind: 'streams', spoken: /Streams crossed!/ },
  { edition: 'creeper', example: 'creeper-draw', move: 'draw', kind: 'creeper', spoken: /Creeper! You draw 3 more/ },
  { edition: 'hyperdrive', example: 'hyper-start', move: 'play Wh b', kind: 'hyper', spoken: /Hyperspeed! Every blue/ },
  { edition: 'powers', example: 'power-steal', move: 'play Wy b', kind: 'power', spoken: /yellow power/i },
  { edition: 'any', example: 'challenge-guilty', move: 'challenge', kind: 'judged', spoken: /A bluff! Paco draws 4/ },
];

async function at(page: Page, open: (hash?: string) => Promise<void>, it: Case, person: Person = {}): Promise<void> {
  await choose(page, { language: 'en', speed: 'fast', ...person });
  await open('#/learn/try/' + it.example);
  await expect(page.getByTestId('board')).toBeVisible();
}
const playing = (page: Page, kind: string) => page.locator(`[data-testid=moment][data-kind=${kind}]`);
interface Seen { kind: string; came: number; went?: number; late?: boolean; hand: number; goes: number }
// When a moment came and when it went. Late is what is there when a timer of two seconds rings that began with it: so
// a machine that has too much to do makes nothing late.
const watch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const all: Seen[] = ((window as never as { seen: Seen[] }).seen = []);
    let last: Element | null = null;
    new MutationObserver(() => {
      const now = document.querySelector<HTMLElement>('[data-testid=moment]');
      if (now === last) return;
      if (last) all.at(-1)!.went = performance.now();
      if (now) {
        const cards = [...document.querySelectorAll<HTMLElement>('.hand [data-card]')];
        const goes = cards.filter((it) => it.dataset.playable === 'true').length;
        const one: Seen = { kind: now.dataset.kind ?? '', came: performance.now(), hand: cards.length, goes };
        all.push(one);
        setTimeout(() => (one.late = one.went === undefined), 2000);
      }
      last = now;
    }).observe(document.body, { childList: true, subtree: true });
  });
const found = (page: Page, kind: string): Promise<Seen | undefined> =>
  page.evaluate((name) => (window as never as { seen: Seen[] }).seen.find((one) => one.kind === name), kind);

for (const it of CASES)
  test(`${it.kind} (${it.edition}) is felt, and is over within two seconds`, async ({ page, open }) => {
    await at(page, open, it);
    await watch(page);
    await make(page, it.move);
    await expect.poll(async () => (await found(page, it.kind))?.late).toBe(false);
    const { came, went } = (await found(page, it.kind))!;
    expect(went! - came).toBeGreaterThan(900);
  });

for (const it of CASES)
  test(`${it.kind} (${it.edition}) is ended by a press, which does what it does`, async ({ page, open }) => {
    await at(page, open, it);
    await make(page, it.move);
    const moment = playing(page, it.kind);
    await expect(moment).toBeAttached();
    // Nothing of it is in the way of a finger.
    const hit = await page.evaluate(() => {
      const box = document.querySelector('[data-testid=moment]')?.getBoundingClientRect();
      if (!box) return null; // on a busy machine it is over by now
      return document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 3)?.closest('.moment') ?? null;
    });
    expect(hit).toBeNull();
    await page.locator('.tools .log').dispatchEvent('pointerdown');
    await expect(moment).toHaveCount(0, { timeout: 700 });
    await page.keyboard.press('l');
    await expect(page.getByRole('dialog')).toBeVisible();
  });

for (const it of CASES)
  test(`${it.kind} (${it.edition}) stands still without motion, fits, and is said`, async ({ page, open }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await at(page, open, it, { motion: 'less' });
    await make(page, it.move);
    const moment = playing(page, it.kind);
    await expect(moment).toBeAttached();
    const { running, words } = await moment.evaluate((element) => ({
      words: [...element.querySelectorAll('p')].map((it) => it.getBoundingClientRect()),
      running: document.getAnimations().filter(({ effect }) => {
        const target = (effect as KeyframeEffect).target;
        return target !== null && (element.contains(target) || target.closest('.ring, .own') !== null);
      }).length,
    }));
    expect(running).toBe(0);
    expect(Math.min(...words.map(({ left }) => left))).toBeGreaterThanOrEqual(0);
    expect(Math.max(...words.map(({ right }) => right))).toBeLessThanOrEqual(360);
    await expect(page.getByRole('log')).toContainText(it.spoken);
    await expect(moment).toHaveCount(0, { timeout: 2500 });
  });

const SHOWN = [
  { kind: 'creeper', during: 1, then: 4 }, // its three cards come when it has thrown them
  { kind: 'custom', during: -1, then: -1 }, // it asks for cards when its rule has been read
];
for (const { kind, during, then } of SHOWN)
  for (const skip of [false, true])
    test(`${kind} is shown, and happens ${skip ? 'with a press' : 'after that'}`, async ({ page, open }) => {
      const it = CASES.find((one) => one.kind === kind)!;
      const fetched = page.waitForResponse(/Moments/);
      await at(page, open, it);
      await fetched;
      const cards = page.locator('.hand [data-card]');
      const before = await cards.count();
      await watch(page);
      await make(page, it.move);
      await expect(playing(page, kind)).toBeAttached();
      expect(await found(page, kind)).toMatchObject({ hand: before + during, goes: 0 });
      if (skip) await page.locator('.tools .log').dispatchEvent('pointerdown');
      await expect(cards).toHaveCount(before + then, skip ? { timeout: 700 } : {});
    });

const judged: Case = { ...CASES.find(({ kind }) => kind === 'judged')!, example: 'challenge-innocent' };

test('nobody draws, and nothing is told, before a +4 is judged', async ({ page, open }) => {
  const fetched = page.waitForResponse(/Moments/);
  await at(page, open, judged);
  await fetched;
  const cards = page.locator('.hand [data-card]');
  await make(page, judged.move);
  await expect(playing(page, 'judged')).toBeAttached();
  const [told, hand] = [page.getByRole('main').getByText('That is it!'), await cards.count()];
  expect([await told.count(), hand]).toEqual([0, 3]);
  await expect(cards).toHaveCount(9);
  await expect(told).toBeVisible();
});

for (const [width, height] of [[360, 640], [768, 1024]] as const)
  test(`a table does not move with what its teacher says: ${width}×${height}`, async ({ page, open }) => {
    await page.setViewportSize({ width, height });
    await at(page, open, judged);
    const before = await page.getByTestId('board').boundingBox();
    await make(page, judged.move);
    await expect(page.getByRole('main').getByText('That is it!')).toBeVisible();
    expect(await page.getByTestId('board').boundingBox()).toEqual(before);
  });

test('nothing lies over the button that catches', async ({ page, open }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await at(page, open, { ...CASES[0]!, example: 'catch' });
  const seen = await page.getByTestId('catch').evaluate((it) => {
    const { left, top, width, height } = it.getBoundingClientRect();
    return [0.15, 0.3, 0.5, 0.7, 0.85].map((at) =>
      it.contains(document.elementFromPoint(left + width * at, top + height / 2)));
  });
  expect(seen).not.toContain(false);
});

test('its words are whole on the smallest phone with the largest text', async ({ page, open, context }) => {
  await show(page, await context.newCDPSession(page), { width: 320, height: 568, text: 32 });
  for (const it of CASES) {
    await page.goto('about:blank');
    await at(page, open, it, { motion: 'less' });
    await make(page, it.move);
    await expect(playing(page, it.kind)).toBeAttached();
    expect.soft((await faults(page)).filter((fault) => fault.includes('.moment')), it.kind).toEqual([]);
  }
});

test('what hit you is written over your hand, on a phone too', async ({ page, open }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await at(page, open, CASES.find(({ kind }) => kind === 'creeper')!);
  await make(page, 'draw');
  const note = page.getByTestId('note');
  await expect(note).toHaveText('A creeper went off on you: +3');
  await expect(page.getByRole('log')).toContainText('A creeper went off on you: +3');
  const box = (await note.boundingBox())!;
  const hand = (await page.locator('.own').boundingBox())!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(360);
  expect(Math.abs(box.y + box.height - hand.y)).toBeLessThan(24);
  await expect(note).toHaveCount(0, { timeout: 6000 });
});

test('a power beside your hand says what it does under a finger', async ({ page, open }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await at(page, open, CASES.find(({ kind }) => kind === 'power')!, { motion: 'less' });
  await expect(page.locator('.seat [data-medal=yellow]')).toBeVisible();
  await make(page, 'play Wy b');
  const medal = page.getByTestId('medal');
  await expect(medal).toHaveAccessibleName('yellow power: nothing affects you');
  await expect(page.locator('.seat [data-medal=yellow]')).toHaveCount(0);
});

test('hyperspeed rushes by as long as it lasts', async ({ page, open }) => {
  await at(page, open, { ...CASES[3]!, example: 'hyper-stop' });
  await expect(page.getByTestId('rush')).toBeAttached();
  await make(page, 'play g5');
  await expect(page.getByTestId('rush')).toHaveCount(0);
});

const RECORD = `scenario "a creeper, after a move"
edition creeper
players 3
turn 3
hand 1 g2 g6 b9
hand 2 r1 g8 y3 b6
hand 3 r7 y1 b8 r4
pile Wk y9 g1 b3
discard r5
3 play r7
1 draw
`;
test('a replay shows it step by step, but not to who seeks', async ({ page, open }) => {
  await choose(page, { language: 'en' });
  await open('#/replay');
  await page.getByLabel('Paste the text of a record').fill(RECORD);
  await page.getByRole('button', { name: 'Open this text' }).click();
  const board = page.getByTestId('board');
  await expect(board).toBeVisible();
  await page.locator('body').press('End');
  await expect(board).toHaveAttribute('data-n', '2');
  await page.waitForTimeout(600);
  await expect(page.getByTestId('moment')).toHaveCount(0);
  await page.locator('body').press('ArrowLeft');
  await expect(board).toHaveAttribute('data-n', '1');
  await page.locator('body').press('ArrowRight');
  await expect(playing(page, 'creeper')).toBeAttached();
  await page.locator('body').press('Home'); // a key ends it, and seeks
  await expect(page.getByTestId('moment')).toHaveCount(0, { timeout: 300 });
  await expect(board).toHaveAttribute('data-n', '0');
});

for (const [width, height] of [[360, 640], [640, 360], [768, 1024], [1440, 900]] as const)
  test(`the piles stay where they are, whatever is known or held: ${width}×${height}`, async ({ page, open }) => {
    await page.setViewportSize({ width, height });
    const cases = [judged, { ...judged, example: 'challenge-guilty' }, CASES.find(({ kind }) => kind === 'power')!];
    for (const it of cases) {
      await page.goto('about:blank');
      await at(page, open, it, { motion: 'less' });
      const spots = () => page.evaluate(() => ['.pile', '.own'].map((what) =>
        document.querySelector('.board ' + what)!.getBoundingClientRect().top));
      const before = await spots();
      await make(page, it.move);
      await expect(page.getByRole('main').getByText('That is it!')).toBeVisible();
      expect(await spots(), it.example).toEqual(before);
    }
  });

test('the hands lie over the whole width where nothing stands beside them', async ({ page, open }) => {
  await page.setViewportSize({ width: 640, height: 360 });
  await at(page, open, CASES.find(({ kind }) => kind === 'power')!, { motion: 'less' });
  await make(page, 'play Wy b');
  const sheet = page.getByTestId('hand-over');
  await expect(sheet).toBeVisible();
  const wide = async (what: Locator): Promise<number> => (await what.boundingBox())!.width;
  expect(await wide(sheet.locator('.scroll'))).toBeGreaterThan(0.8 * (await wide(sheet)));
});

test('what hit you is no veil over what you are asked, with large text on a small phone', async ({
  page, open, context,
}) => {
  await show(page, await context.newCDPSession(page), { width: 640, height: 360, text: 32 });
  await at(page, open, CASES.find(({ kind }) => kind === 'creeper')!, { motion: 'less' });
  await make(page, 'draw');
  const note = page.getByTestId('note');
  await expect(note).toBeVisible();
  await expect(page.getByTestId('choice')).toBeVisible();
  const [its, asked] = [(await note.boundingBox())!, (await page.locator('.board > .dock').boundingBox())!];
  expect(its.y + its.height).toBeLessThanOrEqual(asked.y);
});

test('praise is spoken after what it is for', async ({ page, open }) => {
  await at(page, open, CASES.find(({ kind }) => kind === 'judged')!, { motion: 'less' });
  await make(page, 'challenge');
  const log = page.getByRole('log');
  await expect(log).toContainText('That is it!');
  expect(await log.textContent()).toMatch(/A bluff! Paco draws 4.*That is it!/s);
});
