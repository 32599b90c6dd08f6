// The people at a table: their faces, what they tell each other, and the log of what they did.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import speech from '../../../../words/speech.en.json' with { type: 'json' };
import { characterOf } from '../../src/faces/character';
import { arrive, createRoom, goHome, sitDown, text } from './people';
import { aWhile, openSolo, playOneMove, quickTime, standing } from './table';
import { choose, expect, test } from './test';

test.afterEach(goHome);

const JOKES = { rules: ['joke', 'joke', 'joke', 'joke'] };

async function playUntil(page: Page, seen: string): Promise<void> {
  for (let by = Date.now() + 60_000; Date.now() < by; await aWhile(page)) {
    if (await page.locator(seen).count()) return;
    if (!(await standing(page))?.sheet) await playOneMove(page);
    else await page.locator('.after .primary').click({ timeout: 2000 }).catch(() => {});
  }
  throw new Error(`nobody shows ${seen}`);
}

// What is said over somebody else's name, face or count, over the top card or the hand; and `…` over its own name.
const covered = (page: Page, own = true): Promise<string[]> =>
  page.evaluate((ownNames) => {
    const out: string[] = [];
    for (const said of document.querySelectorAll('.ring .bubble, .speaking')) {
      const [box, dock] = [said, said.closest('.dock') ?? said].map((one) => one.getBoundingClientRect());
      const a = { ...box!.toJSON(), top: Math.max(box!.top, dock!.top), bottom: Math.min(box!.bottom, dock!.bottom) };
      const whose = said.closest('.seat');
      const parts = '.seat :is(.name, .whose, .count), .discard .lying.top, .hand [data-card]';
      for (const part of document.querySelectorAll(parts)) {
        const b = part.getBoundingClientRect();
        const over = Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
          Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
        const named = ownNames && said.matches('.more') && part.matches('.name');
        const own = whose && part.closest('.seat') === whose && !named;
        if (over && !own) out.push(`${said.textContent.trim()}: ${part.getAttribute('class')}`);
      }
    }
    return out;
  }, own);

for (const [width, height] of [[360, 640], [640, 360], [768, 1024], [1440, 900]] as const)
  test(`a joke fits a table of ${width} × ${height}`, async ({ page, server }) => {
    await page.setViewportSize({ width, height });
    await choose(page, { language: 'es', motion: 'less', speed: 'normal' });
    await quickTime(page, 4);
    await openSolo(page, server.url, { ...JOKES, players: 4 });
    const joke = ':is(.ring .bubble.long, .dock .speaking)';
    await playUntil(page, joke);
    const bubble = await page.locator(joke).first().evaluate((it: HTMLElement) => {
      it.style.pointerEvents = 'auto'; // only so that what lies over it is found
      const [own, board] = [it, it.closest('.board')!].map((one) => one.getBoundingClientRect());
      const range = document.createRange();
      range.selectNodeContents(it);
      const words = range.getBoundingClientRect();
      return {
        joke: it.textContent.trim().replace(/^.*“(.*)”$/, '$1'),
        inside: own!.left >= board!.left && own!.right <= board!.right && own!.top >= board!.top,
        cut: words.left < own!.left || words.right > own!.right || words.top < own!.top || words.bottom > own!.bottom,
        top: [0.1, 0.5, 0.9].every((x) =>
          it.contains(document.elementFromPoint(own!.left + own!.width * x, own!.top + own!.height / 2)) ||
          it.closest('.plate')?.contains(document.elementFromPoint(own!.left + own!.width * x, own!.top + 8))),
      };
    });
    expect(await covered(page)).toEqual([]);
    expect(bubble).toMatchObject({ inside: true, cut: false, top: true });
    expect(await page.locator('.ticker, .side-log').allInnerTexts().then((all) => all.join())).toContain(bubble.joke);
  });

// Everybody at a table of ten says something, as the server would send it.
for (const [width, height] of [[360, 640], [640, 360]] as const)
  test(`what ten people say covers nobody and no card on ${width} × ${height}`, async ({ page, server, context }) => {
    await choose(page, { language: 'en', motion: 'less', name: 'Ana' });
    let chat: (seat: number, said: { phrase: string } | { text: string }) => void = () => {};
    await page.routeWebSocket(/\/ws$/, (browser) => {
      browser.connectToServer();
      chat = (seat, said) => browser.send(JSON.stringify({ type: 'chat', seat, name: 'Ana', ...said }));
    });
    await createRoom({ name: 'Ana', page, context }, server.url, 10, 'classic');
    await page.getByRole('button', { name: text('web.room.fill') }).click();
    await page.getByRole('button', { name: /^Casual/ }).click();
    await page.getByRole('button', { name: text('web.room.start'), exact: true }).click();
    await page.setViewportSize({ width, height });
    await expect(page.locator('.ring .seat')).toHaveCount(9);
    await page.locator('h1').evaluate((title) => title.remove()); // the table is to have its height
    for (const size of [100, 150, 200]) {
      await page.evaluate((percent) => (document.documentElement.style.fontSize = `${percent}%`), size);
      for (let seat = 2; seat <= 10; ++seat) chat(seat, { phrase: seat % 2 ? 'well_played' : 'hurry_up' });
      await expect(page.locator('.ring .bubble')).toHaveCount(9);
      const room = width > height || size < 200; // ten names twice as large fill a phone
      expect(await covered(page, room), `short, text at ${size} %`).toEqual([]);
      for (let seat = 2; seat <= 10; ++seat) {
        chat(seat, { text: `Guardé un más cuatro para quien se siente en ${seat}` });
        await expect(page.locator('.ring .bubble, .speaking').filter({ hasText: `${seat}` })).toHaveCount(1);
        expect(await covered(page, room), `of seat ${seat}, text at ${size} %`).toEqual([]);
      }
    }
  });

test('whoever plays a joke card tells one, and the others answer in their own ways', async ({ page, server }) => {
  await choose(page, { language: 'en', motion: 'less', speed: 'fast' });
  await quickTime(page, 4);
  await openSolo(page, server.url, { ...JOKES, players: 4 });
  await playUntil(page, '.tools .bubble.long');
  // Whoever answers, while it hangs at their seat.
  const said = await page.waitForFunction(() => {
    const seat = document.querySelector('.ring .seat:has(.bubble:not(.long))');
    return seat && ['.name', '.bubble'].map((part) => seat.querySelector(part)!.textContent.trim());
  });
  const [name, answer] = (await said.jsonValue()) as [string, string];
  const own = `web.speech.${characterOf({ seat: 2, name, level: 'Novato' })}.`;
  expect(Object.entries(speech).filter(([key]) => key.startsWith(own)).map(([, one]) => one)).toContain(answer);
});

for (const [width, height] of [[768, 1024], [1440, 900]] as const)
  test(`one's own joke is whole, beside the hand: ${width} × ${height}`, async ({ page, server }) => {
    await page.setViewportSize({ width, height });
    await choose(page, { language: 'en', motion: 'auto', speed: 'normal' });
    await quickTime(page, 4);
    await openSolo(page, server.url, { ...JOKES, players: 4, seed: '12', options: { cards: '12' } });
    const joke = page.locator('.tools .bubble.long');
    await playUntil(page, '.tools .bubble.long');
    await joke.evaluate((it) => Promise.all(it.getAnimations().map((one) => one.finished)));
    const box = (await joke.boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    const first = (await page.locator('.hand [data-card]').first().boundingBox())!;
    expect(box.x + box.width <= first.x + 1 || box.y + box.height <= first.y + 1).toBe(true);
  });

test('faces follow the game, and are left out of what is read aloud', async ({ page, server }) => {
  await choose(page, { language: 'en', motion: 'less', speed: 'fast' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await openSolo(page, server.url, { players: 4 });
  await expect(page.locator('.seat .face')).toHaveCount(3);
  await expect(page.locator('svg.face:not([aria-hidden=true])')).toHaveCount(0);
  await playUntil(page, '.seat.turn .face[data-mood=thinking]');
  await playUntil(page, '.seat .face:is([data-mood=glad], [data-mood=annoyed])');
  // A card in the log is drawn, and its name is still there to be read.
  const line = page.locator('.side-log li:has(.mini-card)').last();
  expect((await line.textContent())?.replace(/\s+/g, ' ')).toMatch(/(play|plays|draw|draws|card:) \S+/);
  const { violations } = await new AxeBuilder({ page }).include('[data-testid=board]').analyze();
  expect(violations.filter(({ id }) => id !== 'label-content-name-mismatch').map(({ id }) => id)).toEqual([]);
});

test('a face is picked by keys, is kept, and sits in the own place', async ({ page, server }) => {
  await choose(page, { language: 'en', motion: 'less' });
  await page.goto(server.url + '#/settings');
  const faces = page.getByRole('group', { name: text('web.settings.face') });
  await faces.getByRole('radio').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(faces.getByRole('radio', { name: text('web.settings.face.pick', 2), exact: true })).toBeChecked();
  const picked = await faces.locator('label:has(:checked) .face > path').first().getAttribute('fill');
  await page.goto(server.url + '#/play/now');
  await expect(page.getByTestId('board')).toBeVisible();
  expect(await page.locator('.tools svg.face > path').first().getAttribute('fill')).toBe(picked);
});

test('in a room all see the same faces, each but oneself by the name', async ({ browser, complaints, server }) => {
  const ana = await arrive(browser, 'Ana', complaints);
  const luis = await arrive(browser, 'Luis', complaints);
  const room = await createRoom(ana, server.url, 3, 'classic');
  await sitDown(luis, room);
  await ana.page.getByRole('button', { name: text('web.room.bot.add', 3) }).click();
  await ana.page.getByRole('button', { name: /^Casual/ }).click();
  await expect(luis.page.locator('.seat .face svg')).toHaveCount(3);
  const drawn = (page: Page): Promise<string[]> =>
    page.locator('.seat .face svg').evaluateAll((all) =>
      all.map((it) => [...it.querySelectorAll(':scope > path')].map((path) => path.getAttribute('fill')).join()));
  expect(await drawn(luis.page)).toEqual(await drawn(ana.page));
});
