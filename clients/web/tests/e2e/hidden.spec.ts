// A page never holds a card that its player may not see.
import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { cardsIn, heldByPage, leaked, markHeap, seenBy, textsOnHeap } from './hidden';
import { arrive, createRoom, isOver, play, start, text } from './people';
import { openSolo, playToTheEnd, quickTime, standing, words } from './table';
import { choose, expect, test } from './test';

test.use({ serviceWorkers: 'allow' });

interface Heard {
  at: number; // the last message of the table before it, or its own
  cards: Set<string>;
}

// Everything that comes over the network, with the table's message it came with or after.
function listen(page: Page): { heard: Heard[]; first: () => number; at: () => number } {
  const heard: Heard[] = [];
  let [first, at] = [0, 0];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const message = JSON.parse(String(payload)) as { type: string; n: number };
      if (message.type === 'events' || message.type === 'view') at = message.n;
      first ||= at;
      heard.push({ at, cards: cardsIn(message) });
    }),
  );
  page.on('response', (response) => {
    if (!response.url().includes('/api/')) return;
    void response.text().then((body) => heard.push({ at, cards: cardsIn(body) }), () => {});
  });
  return { heard, first: () => first, at: () => at };
}

test('in a room: neither its messages nor its memory', async ({ browser, server, complaints }, info) => {
  test.setTimeout(120_000);
  const ana = await arrive(browser, 'Ana', complaints);
  const { page } = ana;
  const { heard, first, at } = listen(page);
  await page.goto(server.url + '#/play'); // so that the board's own scripts are there to be marked
  await createRoom(ana, server.url, 4, 'powers', { cards: 7 });
  for (const seat of [2, 3, 4]) {
    await page.getByRole('button', { name: text('web.room.bot.add', seat) }).click();
    await page.getByRole('button', { name: /^Casual/ }).click();
  }
  await expect(page.getByRole('button', { name: text('web.room.bot.add', 4) })).toHaveCount(0); // all sit
  const session = await ana.context.newCDPSession(page);
  await markHeap(session);
  await start(ana);
  await expect(page.getByTestId('board')).toBeVisible();

  const held: Heard[] = [];
  let texts: string[] = [];
  while (!(await isOver(ana))) {
    const before = (await standing(page))?.n;
    await expect.poll(async () => (await isOver(ana)) || (await standing(page))?.mine, { timeout: 20_000 }).toBe(true);
    if (held.length < 4 && before !== undefined) {
      const cards = await heldByPage(page, session); // a move may arrive meanwhile
      const now = (await standing(page))?.n ?? 0;
      await expect.poll(at).toBeGreaterThanOrEqual(now); // what the page has heard is heard here, too
      held.push({ at: at(), cards });
    }
    if (held.length === 3 && !texts.length) {
      texts = await textsOnHeap(session);
      held.push({ at: at(), cards: cardsIn(texts) });
    }
    await play([ana], () => isOver(ana), 1);
  }
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: text('web.room.record') }).click();
  const record = info.outputPath('game.scn');
  await (await download).saveAs(record);

  const seen = seenBy(1, record);
  const whileItRan = [...heard, ...held].filter((one) => one.at >= first() && one.at - first() < seen.length - 1);
  expect(held.length).toBeGreaterThan(1);
  expect(whileItRan.length).toBeGreaterThan(5);
  for (const one of whileItRan) expect(leaked(one.cards, seen[one.at - first()])).toEqual([]);
});

test('what looks for hidden cards finds them', async ({ page, open, context }) => {
  await open();
  const session = await context.newCDPSession(page);
  await markHeap(session);
  expect([...(await heldByPage(page, session))]).toEqual([]);
  await page.evaluate(() => {
    const hidden = { seats: [{ cards: ['b9', 'W4'] }] };
    const message = JSON.stringify({ type: 'events', view: { seats: [{ cards: ['g+2'] }] }, events: [Math.random()] });
    Object.assign(globalThis, { later: () => [hidden, message] }); // in a closure: no name leads to it
    localStorage.note = 'hand 2 y7';
  });
  expect([...(await heldByPage(page, session))].sort()).toEqual(['W4', 'b9', 'y7']);
  expect([...cardsIn(await textsOnHeap(session))]).toContain('g+2');
  expect(leaked(['b9', 'r1'], new Set(['r1']))).toEqual(['b9']);
});

test('a first card that went back has been seen by all, and nothing of the pile around it', async ({}, info) => {
  const record = info.outputPath('game.scn');
  const pile = 'pile W4 W4 r1 b1 y8\nrest none\nchance putback 4\nchance putback 1\n';
  const table = 'edition classic\nplayers 2\nbegin\nhand 1 g5\nhand 2 g7\n';
  writeFileSync(record, `scenario "put back"\n${table}${pile}1 draw\n`);
  const [first] = seenBy(1, record);
  expect([...(first ?? [])].sort()).toEqual(['W4', 'g5', 'r1']);
  writeFileSync(record, `scenario "not put back"\n${table}pile r1 W4 b1 y8\nrest none\n1 draw\n`);
  expect(leaked(['W4'], seenBy(1, record)[0])).toEqual(['W4']);
});

test('alone: the engine hands out views only', async ({ page, server }, info) => {
  test.setTimeout(120_000);
  await choose(page, { language: 'en', motion: 'less' });
  await quickTime(page);
  await page.addInitScript(() => {
    // What passes between the page and its workers, word for word.
    const answers: { name: string; value: unknown }[] = [];
    const Real = window.Worker;
    window.Worker = class extends Real {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        const names = new Map<number, string>();
        const post = this.postMessage.bind(this);
        this.postMessage = (message: { id?: number; name?: string }): void => {
          if (message.id && message.name) names.set(message.id, message.name);
          post(message);
        };
        this.addEventListener('message', ({ data }: MessageEvent<{ id: number; value: unknown }>) =>
          answers.push({ name: names.get(data.id) ?? '?', value: data.value }),
        );
      }
    };
    Object.assign(globalThis, { answers });
  });
  await openSolo(page, server.url, { edition: 'streams', players: 4, options: { format: 'hand' }, seed: '5' });
  await playToTheEnd(page, words.en['web.solo.next'], words.en['web.solo.save']);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: words.en['web.solo.save'] }).click();
  const record = info.outputPath('game.scn');
  await (await download).saveAs(record);

  const answers = await page.evaluate(
    () => (globalThis as unknown as { answers: { name: string; value: { n?: number } }[] }).answers,
  );
  const seen = seenBy(1, record);
  const first = answers.find(({ name }) => name === 'begin')?.value.n ?? 0;
  let at = first;
  let judged = 0;
  for (const { name, value } of answers) {
    if (['about', 'deck'].includes(name)) continue; // which cards there are, and not where
    if (['begin', 'move', 'go'].includes(name)) at = value.n ?? at;
    if (at - first >= seen.length - 1) break; // the hand is over: hands are open
    ++judged;
    expect(leaked(cardsIn(value), seen[at - first]), `the answer to ${name}`).toEqual([]);
  }
  expect(judged).toBeGreaterThan(10);
});
