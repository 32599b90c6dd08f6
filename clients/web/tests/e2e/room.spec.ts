// Rooms on the real server, several browsers in each.
import { execFileSync } from 'node:child_process';
import AxeBuilder from '@axe-core/playwright';
import type { Browser } from '@playwright/test';
import {
  acceptRules, arrive, createRoom, goHome, isOver, play, sayReady, sitDown, start, text, type Guest,
} from './people';
import { startServer } from './server';
import { expect as usual, test, type Complaints } from './test';

const expect = usual.configure({ timeout: 20_000 }); // several browsers at once on a small machine
const PROGRAM = process.env.COMODIN ?? '../../build/release/bin/comodin';

test.afterEach(goHome);

async function table(
  browser: Browser, complaints: Complaints, url: string, names: string[], seats: number, edition: string,
): Promise<Guest[]> {
  const guests: Guest[] = [];
  for (const name of names) guests.push(await arrive(browser, name, complaints));
  const [host, ...others] = guests;
  if (!host) throw new Error('nobody came');
  const room = await createRoom(host, url, seats, edition);
  for (const one of others) await sitDown(one, room);
  for (let seat = names.length + 1; seat <= seats; ++seat) {
    await host.page.getByRole('button', { name: text('web.room.bot.add', seat) }).click();
    await host.page.getByRole('button', { name: /^Casual/ }).click();
  }
  for (const one of others) await sayReady(one);
  await expect(host.page.getByText(text('web.room.can_start'))).toBeVisible();
  await start(host);
  for (const one of guests) await expect(one.page.getByTestId('board')).toBeVisible();
  return guests;
}

// The record of the finished game passes `comodin check` and `comodin verify`.
async function checkRecord({ page }: Guest, file: string): Promise<void> {
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: text('web.room.record') }).click();
  await (await download).saveAs(file);
  execFileSync(PROGRAM, ['check', file]);
  execFileSync(PROGRAM, ['verify', file]);
}

test('three people play on: a reload, a lost network, a killed server', async ({ browser, complaints }, info) => {
  test.setTimeout(200_000);
  complaints.forgive(/WebSocket|ERR_|Failed to load resource/);
  const server = await startServer();
  const guests = await table(browser, complaints, server.url, ['Ana', 'Luz', 'Teo'], 3, 'creeper');
  const [ana, luz, teo] = guests as [Guest, Guest, Guest];
  const sent: { id: string; move: string }[] = [];
  const over = (): Promise<boolean> => isOver(ana);

  await play(guests, 1, over);
  await luz.page.reload();
  await expect(luz.page.getByTestId('board')).toBeVisible();

  await play(guests, 1, over);
  await teo.context.setOffline(true);
  await expect(teo.page.getByTestId('offline')).toContainText(text('web.room.lost'));
  await expect(ana.page.locator('.gone')).toHaveCount(1); // the others see who is not there
  await teo.context.setOffline(false);
  await expect(teo.page.getByTestId('back')).toContainText(text('web.room.back_again'));

  await play(guests, 1, over);
  for (const one of guests)
    one.page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        const command = JSON.parse(String(payload)) as { do: string; id: string; move: string };
        if (command.do === 'move') sent.push(command);
      }),
    );
  await server.kill();
  for (const one of guests) await expect(one.page.getByTestId('offline')).toBeVisible();
  await server.restart();
  for (const one of guests) await expect(one.page.getByTestId('offline')).toBeHidden({ timeout: 30_000 });

  await play(guests, 2000, over);
  for (const one of guests) await expect(one.page.getByTestId('hand-over')).toBeVisible();
  expect(new Set(sent.map((one) => one.id)).size).toBe(sent.length);
  await checkRecord(ana, info.outputPath('game.txt'));
  await expect(ana.page.getByTestId('fair')).toHaveAttribute('data-says', /own|checked|part/); // nobody is accused
  await server.stop();
});

test('a move whose answer is lost is sent again, and made once', async ({ browser, server, complaints }, info) => {
  test.setTimeout(150_000);
  const guests = await table(browser, complaints, server.url, ['Ana'], 2, 'streams');
  const [ana] = guests as [Guest];
  const moves: { id: string; move: string }[] = [];
  let cut = true;
  await ana.page.routeWebSocket(/\/ws$/, (page) => {
    const up = page.connectToServer();
    page.onMessage((frame) => {
      const command = JSON.parse(String(frame)) as { do: string; id: string; move: string };
      if (command.do === 'move') moves.push(command);
      up.send(frame);
    });
    up.onMessage((frame) => {
      const { type, id } = JSON.parse(String(frame)) as { type: string; id?: string };
      if (!cut || type !== 'ack' || !moves.some((one) => one.id === id)) return page.send(frame);
      cut = false; // the server has done it; the page never hears of it
      void up.close();
      void page.close();
    });
  });
  await ana.page.reload();
  await play(guests, 40, () => Promise.resolve(!cut));
  await expect(ana.page.getByTestId('offline')).toBeHidden({ timeout: 15_000 });
  await expect.poll(() => moves.length).toBeGreaterThan(1); // a drawn card that does not fit is kept by the page
  expect(moves[1]).toEqual(moves[0]);
  await play(guests, 2000, () => isOver(ana));
  await checkRecord(ana, info.outputPath('game.txt'));
});

test('two people and a bot play, talk, and play again', async ({ browser, server, complaints }, info) => {
  test.setTimeout(150_000);
  const guests = await table(browser, complaints, server.url, ['Ana', 'Luz'], 3, 'streams');
  const [ana, luz] = guests as [Guest, Guest];
  await luz.page.getByRole('button', { name: text('web.room.chat') }).click();
  await luz.page.getByRole('button', { name: text('web.room.phrase.good_luck') }).click();
  await luz.page.getByRole('textbox').fill('<b>hola</b>');
  await luz.page.keyboard.press('Enter');
  await expect(ana.page.getByText('<b>hola</b>').first()).toBeVisible();
  await expect(ana.page.getByText(text('web.room.phrase.good_luck')).first()).toBeVisible();
  await luz.page.keyboard.press('Escape');

  await play(guests, 2000, () => isOver(ana));
  for (const one of guests) await expect(one.page.getByText(text('web.room.fair.own'))).toBeVisible();
  await checkRecord(luz, info.outputPath('game.txt'));
  await ana.page.getByRole('button', { name: text('web.room.rematch') }).click();
  await sayReady(luz);
  await start(ana);
  await expect(luz.page.getByTestId('board')).toHaveAttribute('data-phase', 'running');
});

test('a second tab takes the seat over, and the first can have it back', async ({ browser, server, complaints }) => {
  const [ana] = (await table(browser, complaints, server.url, ['Ana'], 2, 'streams')) as [Guest];
  const tab = await ana.context.newPage();
  await tab.goto(ana.page.url());
  await expect(ana.page.getByText(text('web.room.taken_over'))).toBeVisible();
  await ana.page.getByRole('button', { name: text('web.room.play_here') }).click();
  await expect(ana.page.getByTestId('board')).toHaveAttribute('data-you', '1');
  await expect(tab.getByText(text('web.room.taken_over'))).toBeVisible();
});

test('who watches is told no hand, and joins with the next one at a seat that is left', async ({
  browser, complaints,
}) => {
  test.setTimeout(150_000);
  complaints.forgive(/WebSocket|ERR_/);
  const server = await startServer();
  const guests = await table(browser, complaints, server.url, ['Ana', 'Luz'], 2, 'powers');
  const [ana, luz] = guests as [Guest, Guest];
  const eva = await arrive(browser, 'Eva', complaints);
  const frames: string[] = [];
  eva.page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))));
  await eva.page.goto(ana.page.url());
  await expect(eva.page.getByTestId('board')).toHaveAttribute('data-you', '0');
  await play(guests, 2, () => isOver(ana));
  await expect(eva.page.locator('[data-card]')).toHaveCount(0);
  for (const frame of frames) {
    const { view } = JSON.parse(frame) as { view?: { seats: { cards?: string[] }[] } };
    for (const seat of view?.seats ?? []) expect(seat.cards).toBeUndefined();
  }

  await luz.page.getByRole('button', { name: text('web.room.menu') }).click();
  await luz.page.getByRole('button', { name: text('web.room.stand') }).click();
  await expect(luz.page.getByTestId('board')).toHaveAttribute('data-you', '0');
  await luz.page.getByRole('button', { name: text('web.room.come_back') }).click();
  await expect(luz.page.getByTestId('board')).toHaveAttribute('data-you', '2');

  await ana.page.getByRole('button', { name: text('web.room.menu') }).click();
  await ana.page.getByRole('button', { name: text('web.room.remove', 'Luz') }).click();
  await ana.page.getByRole('button', { name: text('web.room.remove', 'Luz') }).click();
  await expect(luz.page.getByText(text('web.room.banned'), { exact: true })).toBeVisible();
  await eva.page.getByRole('button', { name: text('web.room.sit') }).click();
  await expect(eva.page.getByText(text('web.room.joins'))).toBeVisible();
  await expect(eva.page.getByTestId('board')).toHaveAttribute('data-you', '0');
  await expect(ana.page.locator('[data-seat="2"]')).toContainText(text('web.board.joins'));
  await server.stop();
});

test('a changed rule asks for consent again', async ({ browser, server, complaints }) => {
  test.setTimeout(120_000);
  const ana = await arrive(browser, 'Ana', complaints);
  const luz = await arrive(browser, 'Luz', complaints);
  const room = await createRoom(ana, server.url, 2, 'classic');
  await sitDown(luz, room);
  await acceptRules(ana);
  await acceptRules(luz);
  await sayReady(luz);
  await expect(ana.page.getByText(text('web.room.can_start'))).toBeVisible();
  await luz.page.getByRole('button', { name: text('web.room.wild.change', 2) }).click();
  await luz.page.getByRole('textbox').fill('next draws two');
  await luz.page.getByRole('button', { name: text('web.room.rule.write') }).click();
  await expect(luz.page.getByRole('alert')).toContainText(/two/); // where it went wrong
  await luz.page.getByRole('textbox').fill('next draws 2');
  await luz.page.getByRole('button', { name: text('web.room.rule.write') }).click();
  await expect(ana.page.getByText('next draws 2')).toBeVisible();
  await expect(ana.page.getByText(text('web.room.accepted'))).toHaveCount(0);
  await expect(ana.page.getByRole('button', { name: text('web.room.start') })).toHaveCount(0);

  // One that comes from the workshop.
  await ana.page.evaluate(() => sessionStorage.setItem('comodin.proposal', 'player draws 1'));
  await ana.page.reload();
  await ana.page.getByRole('button', { name: text('web.room.offer.use', 1), exact: true }).click();
  await expect(luz.page.getByText('player draws 1')).toBeVisible();
  await acceptRules(ana);
  await acceptRules(luz);
  await sayReady(luz);
  await start(ana);
  await expect(ana.page.getByTestId('board')).toBeVisible();
  await play([ana, luz], 3, () => isOver(ana));
});

test('a room plays to the letter: a guest reads how, and sees the draw for the deal', async ({
  browser, server, complaints,
}) => {
  const ana = await arrive(browser, 'Ana', complaints);
  const luz = await arrive(browser, 'Luz', complaints);
  const room = await createRoom(ana, server.url, 2, 'streams');
  await sitDown(luz, room);
  await expect(luz.page.getByTestId('unusual')).toHaveCount(0);
  await ana.page.getByRole('button', { name: text('web.room.change'), exact: true }).click();
  const dialog = ana.page.getByRole('dialog');
  await dialog.getByText(text('option.readings')).click();
  const letter = dialog.getByRole('button', { name: text('option.literal') });
  await expect(letter).toHaveAttribute('aria-pressed', 'false');
  await letter.click();
  await expect(letter).toHaveAttribute('aria-pressed', 'true');
  await expect(dialog.getByRole('radio', { name: text('option.throw_color.last') })).toBeChecked();
  await dialog.getByRole('button', { name: text('web.room.save') }).click();
  await expect(luz.page.getByTestId('unusual')).toHaveText(text('option.throw_color.last.rule'));
  await expect(luz.page.getByText(text('option.literal'), { exact: true })).toBeVisible();

  await sayReady(luz);
  await start(ana);
  for (const { page } of [ana, luz]) await expect(page.getByTestId('drawing').locator('[data-drew]')).toHaveCount(2);
  await luz.page.getByRole('button', { name: text('web.room.menu') }).click();
  const rules = luz.page.getByRole('link', { name: text('web.room.rules') });
  await expect(rules).toHaveAttribute('href', /#\/learn\/streams.*throw_color%3Dlast/);
});

test('axe finds nothing serious in rooms', async ({ browser, server, complaints }) => {
  test.setTimeout(150_000);
  const ana = await arrive(browser, 'Ana', complaints);
  const look = async (): Promise<void> => {
    const { violations } = await new AxeBuilder({ page: ana.page }).analyze();
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map((one) => one.html).join(' | ')}`)).toEqual([]);
  };
  await ana.page.goto(`${server.url}#/room`);
  await expect(ana.page.getByRole('heading', { name: text('web.room.open') })).toBeVisible();
  await look();
  await createRoom(ana, server.url, 2, 'classic');
  await look();
  await ana.page.getByRole('button', { name: text('web.room.chat') }).click();
  await look();
});
