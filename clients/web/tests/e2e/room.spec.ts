// Rooms on the real server, several browsers in each.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
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

  await play(guests, over, 1);
  await luz.page.reload();
  await expect(luz.page.getByTestId('board')).toBeVisible();

  await play(guests, over, 1);
  await teo.context.setOffline(true);
  await expect(teo.page.getByTestId('offline')).toContainText(text('web.room.lost'));
  await expect(ana.page.locator('.gone')).toHaveCount(1); // the others see who is not there
  await teo.context.setOffline(false);
  await expect(teo.page.getByTestId('back')).toContainText(text('web.room.back_again'));

  await play(guests, over, 1);
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

  await play(guests, over);
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
  await play(guests, () => Promise.resolve(!cut), 40);
  await expect(ana.page.getByTestId('offline')).toBeHidden({ timeout: 15_000 });
  await expect.poll(() => moves.length).toBeGreaterThan(1); // a drawn card that does not fit is kept by the page
  expect(moves[1]).toEqual(moves[0]);
  await play(guests, () => isOver(ana));
  await checkRecord(ana, info.outputPath('game.txt'));
});

test('a room that goes to another server is followed, and nobody notices', async ({ browser, server, complaints }) => {
  test.setTimeout(150_000);
  const door = spawn('node', ['../../tests/server/moving.mjs', `${server.url.replace('http', 'ws')}ws`, '/node/b/ws']);
  let began = '';
  door.stdout.on('data', (text) => (began += String(text)));
  await once(door.stdout, 'data');
  const url = `http://127.0.0.1:${/port (\d+)/.exec(began)?.[1] ?? ''}/`;
  const guests = await table(browser, complaints, url, ['Ana', 'Luz'], 2, 'creeper');
  for (const { page } of guests)
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (document.querySelector('[data-testid=offline]')) document.body.dataset.noticed = 'yes';
      }).observe(document.body, { subtree: true, childList: true });
    });
  await play(guests, () => isOver(guests[0] as Guest));
  for (const { page } of guests) expect(await page.evaluate(() => document.body.dataset.noticed)).toBeUndefined();
  const known = began.match(/^\S+ known resume.*$/gm);
  expect(known).toEqual(['/node/b/ws known resume again', '/node/b/ws known resume again']);
  await goHome();
  door.kill();
});

test('two people and a bot play, talk, and play again', async ({ browser, server, complaints }, info) => {
  test.setTimeout(150_000);
  const guests = await table(browser, complaints, server.url, ['Ana', 'Luz'], 3, 'streams');
  const [ana, luz] = guests as [Guest, Guest];
  const open = (): Promise<void> => luz.page.getByRole('button', { name: text('web.room.chat') }).click();
  await open();
  await luz.page.getByRole('button', { name: text('web.room.phrase.good_luck') }).click();
  await expect(luz.page.getByTestId('chat')).toHaveCount(0); // the sheet makes room for the table
  for (const { page } of [ana, luz]) // at the seat of whoever says it
    await expect(page.getByTestId('bubble')).toHaveText(text('web.room.phrase.good_luck'));
  await expect(ana.page.locator('[data-seat="2"]').getByTestId('bubble')).toBeVisible();
  await expect(ana.page.getByRole('log').getByText(text('web.room.phrase.good_luck'))).toHaveCount(1); // spoken once
  await open();
  await luz.page.getByRole('textbox').fill('<b>hola</b>');
  await luz.page.keyboard.press('Enter');
  await expect(ana.page.getByText('<b>hola</b>').first()).toBeVisible();
  await luz.page.keyboard.press('Escape');
  await expect(luz.page.getByTestId('chat')).toHaveCount(0);
  await ana.page.getByRole('button', { name: text('web.room.chat') }).click();
  await ana.page.getByRole('button', { name: text('web.room.mute') }).click();
  await open();
  await luz.page.getByRole('button', { name: text('web.room.phrase.party') }).click();
  await expect(luz.page.getByTestId('bubble')).toHaveText(text('web.room.phrase.party'));
  await expect(ana.page.getByTestId('bubble').filter({ hasText: text('web.room.phrase.party') })).toHaveCount(0);
  await ana.page.getByRole('button', { name: text('web.app.close') }).click();

  await play(guests, () => isOver(ana));
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
  await play(guests, () => isOver(ana), 4);
  await expect(eva.page.locator('[data-card]')).toHaveCount(0);
  for (const frame of frames) {
    const { view } = JSON.parse(frame) as { view?: { seats: { cards?: string[] }[] } };
    for (const seat of view?.seats ?? []) expect(seat.cards).toBeUndefined();
  }

  // The lines of the log lie one below the other, whole or cut off at the top.
  await eva.page.setViewportSize({ width: 768, height: 1024 });
  await expect(eva.page.locator('.ticker li').nth(1)).toBeAttached();
  const lines = await eva.page.locator('.ticker li').evaluateAll((all) =>
    all.map((it) => ({ top: it.getBoundingClientRect().top, height: it.clientHeight, text: it.scrollHeight })),
  );
  for (const [index, line] of lines.entries()) {
    expect(line.height).toBeGreaterThanOrEqual(line.text - 1);
    const next = lines[index + 1];
    if (next) expect(next.top).toBeGreaterThanOrEqual(line.top + line.height - 1);
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
  const room = await createRoom(ana, server.url, 2, 'classic', { wilds: true });
  await sitDown(luz, room);
  await acceptRules(ana);
  await acceptRules(luz);
  await expect(ana.page.getByText(text('web.room.can_start'))).toBeVisible();
  await luz.page.getByRole('button', { name: text('web.room.wild.change', 2) }).click();
  await luz.page.getByRole('textbox').fill('next draws two');
  await luz.page.getByRole('button', { name: text('web.room.rule.write') }).click();
  await expect(luz.page.getByRole('alert')).toContainText(/two/); // where it went wrong
  await luz.page.getByRole('textbox').fill('next draws 2');
  await luz.page.getByRole('button', { name: text('web.room.rule.write') }).click();
  await expect(ana.page.getByText('The next player draws 2 cards.')).toBeVisible();
  await expect(ana.page.getByText('next draws 2')).toHaveCount(0); // nobody reads the rule language
  await expect(ana.page.getByText(text('web.room.accepted'))).toHaveCount(0);
  await expect(ana.page.getByRole('button', { name: text('web.room.start') })).toHaveCount(0);

  // One that comes from the workshop.
  await ana.page.evaluate(() => sessionStorage.setItem('comodin.proposal', 'player draws 1'));
  await ana.page.reload();
  await ana.page.getByRole('button', { name: text('web.room.offer.use', 1), exact: true }).click();
  await expect(luz.page.getByText('You draw 1 card.')).toBeVisible();
  await acceptRules(ana);
  await acceptRules(luz);
  await start(ana);
  await expect(ana.page.getByTestId('board')).toBeVisible();
  await play([ana, luz], () => isOver(ana), 3);
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
  await createRoom(ana, server.url, 2, 'classic', { wilds: true });
  await look();
  await ana.page.getByRole('button', { name: text('web.room.chat') }).click();
  await look();
});

// What a stranger meets who was sent a link.
test('a guest without a name sits down with one tap, and nobody has another\'s name', async ({
  browser, server, complaints,
}) => {
  const ana = await arrive(browser, 'Ana', complaints);
  const room = await createRoom(ana, server.url, 3, 'classic');
  const guest = await arrive(browser, '', complaints);
  await guest.page.setViewportSize({ width: 360, height: 640 });
  await guest.page.goto(room);
  await expect(guest.page.getByText(text('web.room.invited', 'Ana'))).toBeVisible();
  const sit = guest.page.getByRole('button', { name: text('web.room.sit'), exact: true }).first();
  await expect(sit).toBeInViewport({ ratio: 1 }); // without scrolling
  await sit.click();
  const own = guest.page.locator('.seat.you');
  await expect(own).toBeVisible();
  expect(text('web.room.guests').split(', ')).toContain((await own.locator('strong').textContent()) ?? '');

  const other = await arrive(browser, 'ana', complaints);
  await other.page.goto(room);
  await expect(other.page.getByText(text('web.room.name.taken', 'ana 2'))).toBeVisible();
  const name = other.page.getByLabel(text('web.room.name'), { exact: true });
  await name.fill(' \u2003\u200b');
  await other.page.getByRole('button', { name: text('web.room.sit'), exact: true }).first().click();
  await expect(other.page.getByRole('alert')).toHaveText(text('web.room.name.blank'));
  await name.fill('ana');
  await other.page.getByRole('button', { name: text('web.room.sit'), exact: true }).first().click();
  await expect(ana.page.locator('[data-seat="3"]')).toContainText('ana 2');
  await sayReady(guest); // no rules on the wilds: nothing to read
  await sayReady(other);
  await start(ana);
  await expect(guest.page.getByTestId('board')).toBeVisible();
});

test('a name of blanks makes no room', async ({ browser, server, complaints }) => {
  const ana = await arrive(browser, '', complaints);
  await ana.page.goto(`${server.url}#/room`);
  await ana.page.getByRole('button', { name: text('web.room.create.do'), exact: true }).click();
  await ana.page.getByLabel(text('web.room.name'), { exact: true }).fill('\u3000 \u2800');
  await ana.page.getByRole('button', { name: text('web.room.create.do'), exact: true }).click();
  await expect(ana.page.getByRole('alert')).toHaveText(text('web.room.name.blank'));
  expect(ana.page.url()).toMatch(/#\/room$/);
});

test('what is accepted is what was shown: a rule that changes meanwhile has to be looked at', async ({
  browser, server, complaints,
}) => {
  const ana = await arrive(browser, 'Ana', complaints);
  const luz = await arrive(browser, 'Luz', complaints);
  await luz.page.setViewportSize({ width: 360, height: 640 });
  const room = await createRoom(ana, server.url, 2, 'classic', { wilds: true });
  await sitDown(luz, room);
  await sayReady(luz);
  const sheet = luz.page.getByRole('dialog');
  await expect(sheet.getByRole('listitem')).toHaveCount(4);
  await expect(sheet.getByRole('button', { name: text('web.room.consent.do') })).toBeInViewport({ ratio: 1 });
  await ana.page.getByRole('button', { name: text('web.room.wild.change', 1) }).click();
  await ana.page.getByRole('textbox').fill('next draws 5');
  await ana.page.getByRole('button', { name: text('web.room.rule.write') }).click();
  await expect(sheet.getByText(text('web.room.consent.changed'))).toBeVisible();
  await expect(sheet.getByRole('button', { name: text('web.room.consent.do') })).toHaveCount(0);
  await sheet.getByRole('button', { name: text('web.room.consent.look') }).click();
  await expect(sheet.getByText('The next player draws 5 cards.')).toBeVisible();
  await sheet.getByRole('button', { name: text('web.room.consent.do') }).click();
  await expect(luz.page.getByRole('button', { name: text('web.room.unready') })).toBeVisible();
  await expect(ana.page.getByText(text('web.room.lack.accept', 'Ana'))).toBeVisible();
});

test('home leads back to a game in a room that was left, and no longer when it is over', async ({
  browser, server, complaints,
}) => {
  test.setTimeout(120_000);
  const [ana] = (await table(browser, complaints, server.url, ['Ana'], 2, 'streams')) as [Guest];
  const code = ana.page.url().slice(-6);
  await ana.page.getByRole('button', { name: text('web.room.menu') }).click();
  await ana.page.getByRole('button', { name: text('web.room.leave') }).click();
  await ana.page.getByRole('link', { name: text('web.home.to_game', code) }).click();
  await expect(ana.page.getByTestId('board')).toHaveAttribute('data-you', '1');
  await play([ana], () => isOver(ana));
  await ana.page.goto(`${server.url}#/`);
  await expect(ana.page.getByRole('link', { name: text('web.home.now') })).toBeVisible();
  await expect(ana.page.getByRole('link', { name: text('web.home.to_game', code) })).toHaveCount(0);
});

test('the chat stands beside a wide table, and over a phone\'s without hiding piles and hand', async ({
  browser, server, complaints,
}) => {
  const [ana] = (await table(browser, complaints, server.url, ['Ana'], 4, 'classic')) as [Guest];
  const { page } = ana;
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.locator('.side-log').getByTestId('chat')).toBeVisible();
  const phrases = page.getByRole('group', { name: text('web.room.phrases') });
  expect(await phrases.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true); // a wheel reaches them all
  await expect(page.getByRole('button', { name: text('web.room.chat') })).toHaveCount(0);
  for (const [width, height] of [[360, 640], [640, 360], [768, 1024]] as const) {
    await page.setViewportSize({ width, height });
    await page.getByRole('button', { name: text('web.room.chat') }).click();
    const sheet = await page.getByTestId('chat').boundingBox();
    if (!sheet) throw new Error('no chat');
    for (const spot of ['[data-spot="pile"]', '[data-spot="discard"]', '.own']) {
      const box = await page.locator(`.board ${spot}`).first().boundingBox();
      if (!box) throw new Error(`no ${spot}`);
      const across = Math.min(box.x + box.width, sheet.x + sheet.width) - Math.max(box.x, sheet.x);
      const down = Math.min(box.y + box.height, sheet.y + sheet.height) - Math.max(box.y, sheet.y);
      expect(Math.min(across, down), `${spot} at ${width} × ${height}`).toBeLessThan(2);
    }
    await expect(page.getByRole('textbox')).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
  }
});

test('a room of four on a phone: it begins at its top, no clock cuts a name, all hands are seen at the end', async ({
  browser, server, complaints,
}) => {
  test.setTimeout(120_000);
  const ana = await arrive(browser, 'Ana', complaints);
  const luz = await arrive(browser, 'Luz', complaints);
  await ana.page.setViewportSize({ width: 360, height: 640 });
  const room = await createRoom(ana, server.url, 4, 'classic', { format: 'race' });
  expect(await ana.page.evaluate(() => scrollY)).toBe(0);
  await sitDown(luz, room);
  await sayReady(luz);
  await ana.page.getByRole('button', { name: text('web.room.fill') }).click();
  await ana.page.getByRole('button', { name: /^Casual/ }).click();
  await start(ana);
  await expect(ana.page.getByTestId('board')).toBeVisible();
  await play([ana, luz], async () => (await ana.page.locator('[data-seat="2"].turn .clock').count()) > 0);
  const name = ana.page.locator('[data-seat="2"] .name');
  expect(await name.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true);
  await play([ana, luz], () => isOver(ana));
  const fair = ana.page.getByTestId('fair');
  await expect(fair).toHaveAttribute('data-says', 'own');
  for (const row of await ana.page.locator('[data-testid=hand-over] tbody tr').all())
    await expect(row).toBeInViewport({ ratio: 0.9 });
  await expect(fair.getByText(text('web.room.fair.own.how'))).toBeHidden();
  await fair.getByText(text('web.room.fair.own'), { exact: true }).click();
  await expect(fair.getByText(text('web.room.fair.own.how'))).toBeVisible();
});
