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

// One person and a bot play one hand.
async function hand(
  browser: Browser, complaints: Complaints, url: string, name: string, down: Change, up?: Change, open = true,
): Promise<Guest> {
  const ana = await arrive(browser, name, complaints);
  await between(ana, down, up);
  await createRoom(ana, url, 2, 'streams', 3, open);
  await expect(ana.page.locator('.seat.you')).toBeVisible();
  await ana.page.getByRole('button', { name: text('web.room.bot.add', 2) }).click();
  await ana.page.getByRole('button', { name: /^Casual/ }).click();
  await expect(ana.page.getByText(text(open ? 'web.room.hands_open.is' : 'web.room.hands_shut.is'))).toBeVisible();
  await start(ana);
  await expect(ana.page.getByTestId('board')).toBeVisible();
  await play([ana], 400, () => isOver(ana));
  return ana;
}

const swapColors: Change = (frame) =>
  frame.replace(/\b([rb])([0-9sv]|\+2)?(?=["\s]|$)/g,
    (_, color: string, rest = '') => (color === 'r' ? 'b' : 'r') + rest);
const isTable = (frame: string): boolean => /^\{"type":"(events|view)"/.test(frame);

test('an honest deal is proved, in an open room and in a closed one', async ({ browser, server, complaints }) => {
  test.setTimeout(60_000);
  for (const open of [true, false]) {
    const ana = await hand(browser, complaints, server.url, 'Ana', same, same, open);
    await expect(ana.page.getByTestId('fair')).toHaveAttribute('data-says', 'own');
  }
});

test('every red card for a blue one: the page says that it does not agree', async ({ browser, server, complaints }) => {
  test.setTimeout(60_000);
  const down: Change = (frame) => (isTable(frame) ? swapColors(frame) : frame);
  const up: Change = (frame) => (frame.includes('"do":"move"') ? swapColors(frame) : frame);
  const ana = await hand(browser, complaints, server.url, 'Ana', down, up);
  await expect(ana.page.getByTestId('fair')).toHaveAttribute('data-says', 'broken');
  await expect(ana.page.getByText(text('web.room.fair.broken.cards', 1))).toBeVisible();
  await expect(ana.page.getByText(text('web.room.fair.broken.do'))).toBeVisible();
  await expect(ana.page.getByTestId('unfair')).toBeVisible();
});

test('a server that keeps its secret is not called fair', async ({ browser, server, complaints }) => {
  test.setTimeout(60_000);
  const ana = await hand(browser, complaints, server.url, 'Ana', (frame) => {
    const message = JSON.parse(frame) as { type: string; last?: unknown };
    if (message.type === 'room') delete message.last;
    return JSON.stringify(message);
  });
  await expect(ana.page.getByTestId('fair')).toHaveAttribute('data-says', 'no_record');
});
