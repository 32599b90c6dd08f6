// The deal is proved in the page: against an honest server, and against one that changes what it shows.
import type { Browser, WebSocketRoute } from '@playwright/test';
import { arrive, createRoom, goHome, isOver, play, start, text, type Guest } from './people';
import { expect as usual, test, type Complaints } from './test';

const expect = usual.configure({ timeout: 20_000 });

test.afterEach(goHome);

type Change = (frame: string) => string;
const same: Change = (frame) => frame;

// Somebody stands between the server and the page.
async function between(guest: Guest, down: Change, up: Change = same): Promise<void> {
  await guest.page.routeWebSocket(/\/ws$/, (socket: WebSocketRoute) => {
    const server = socket.connectToServer();
    socket.onMessage((frame) => server.send(up(String(frame))));
    server.onMessage((frame) => socket.send(down(String(frame))));
  });
}

interface Wish {
  down?: Change;
  up?: Change;
  open?: boolean;
  format?: 'hand' | 'race';
}

// One person and a bot play a hand.
async function hand(
  browser: Browser, complaints: Complaints, url: string, { down = same, up, open = true, format = 'hand' }: Wish,
): Promise<Guest> {
  const ana = await arrive(browser, 'Ana', complaints);
  await between(ana, down, up);
  await createRoom(ana, url, 2, 'streams', { cards: 3, open, format });
  await expect(ana.page.locator('.seat.you')).toBeVisible();
  await ana.page.getByRole('button', { name: text('web.room.bot.add', 2) }).click();
  await ana.page.getByRole('button', { name: /^Casual/ }).click();
  await expect(ana.page.getByText(text(open ? 'web.room.hands_open.is' : 'web.room.hands_shut.is'))).toBeVisible();
  await start(ana);
  await expect(ana.page.getByTestId('board')).toBeVisible();
  await play([ana], () => isOver(ana));
  return ana;
}

const swapColors: Change = (frame) =>
  frame.replace(/\b([rb])([0-9sv]|\+2)?(?=["\s]|$)/g,
    (_, color: string, rest = '') => (color === 'r' ? 'b' : 'r') + rest);
const isTable = (frame: string): boolean => /^\{"type":"(events|view)"/.test(frame);

const expectSaid = ({ page }: Guest, says: string): Promise<void> =>
  expect(page.getByTestId('fair')).toHaveAttribute('data-says', says);

test('an honest deal is proved, hand by hand', async ({ browser, server, complaints }) => {
  test.setTimeout(90_000);
  const ana = await hand(browser, complaints, server.url, { format: 'race' });
  for (let hands = 1; hands < 3; ++hands) {
    await expectSaid(ana, 'own');
    if (hands === 1) await ana.page.reload();
    await expectSaid(ana, 'own');
    await ana.page.getByRole('button', { name: text('web.room.next_hand') }).click();
    await expect(ana.page.getByTestId('hand-over')).toHaveCount(0);
    await play([ana], () => isOver(ana));
  }
  await expectSaid(ana, 'own');
});

test('a closed room is proved when the game is over', async ({ browser, server, complaints }) => {
  test.setTimeout(60_000);
  await expectSaid(await hand(browser, complaints, server.url, { open: false, format: 'race' }), 'later');
  await expectSaid(await hand(browser, complaints, server.url, { open: false }), 'own');
});

test('every red card for a blue one: the page says that it does not agree', async ({ browser, server, complaints }) => {
  test.setTimeout(60_000);
  const down: Change = (frame) => (isTable(frame) ? swapColors(frame) : frame);
  const up: Change = (frame) => (frame.includes('"do":"move"') ? swapColors(frame) : frame);
  const ana = await hand(browser, complaints, server.url, { down, up });
  await expectSaid(ana, 'broken');
  // Which message appears depends on the cards: the three in hand and the top one may be neither red nor blue.
  const whats = (['cards', 'top', 'drawn', 'table'] as const).map((what) => text(`web.room.fair.broken.${what}`, 1));
  await expect(ana.page.getByText(new RegExp(whats.join('|')))).toBeVisible();
  await expect(ana.page.getByText(text('web.room.fair.broken.do'))).toBeVisible();
  await expect(ana.page.getByTestId('unfair')).toBeVisible();
});

test('a server that keeps its secret is not called fair', async ({ browser, server, complaints }) => {
  test.setTimeout(60_000);
  const down: Change = (frame) => {
    const message = JSON.parse(frame) as { type: string; id: string; last?: unknown };
    if (message.type === 'room') delete message.last;
    const refused = { type: 'refused', id: message.id, why: 'not_open', text: 'no' };
    return JSON.stringify(message.type === 'record' ? refused : message);
  };
  const ana = await hand(browser, complaints, server.url, { down });
  await expectSaid(ana, 'no_record');
});
