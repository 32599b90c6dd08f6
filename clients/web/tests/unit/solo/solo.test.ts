import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TableRequest } from '../../../src/engine/api';
import { fakeEngine, type FakeEngine } from './fake-engine';
import { createGames, type Games } from '../../../src/solo/games';
import { delayOf } from '../../../src/solo/pace';
import { memoryShelf } from '../../../src/solo/game-shelf';
import { SoloTable, type SavedTable, type SoloTools } from '../../../src/solo/solo.svelte';

const request: TableRequest = {
  edition: 'classic', players: 3, levels: ['casual', 'casual'], options: {}, rules: [], seed: '1',
};
const names = ['Lola', 'Paco'];
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const BOT = 1000; // what a bot takes at normal speed

let engine: FakeEngine;
let games: Games;
let table: SoloTable;

const tools = (speed: 'fast' | 'normal'): SoloTools => ({
  engine: () => Promise.resolve(engine), games, speed: () => speed, now: () => Date.now(),
});

beforeEach(async () => {
  vi.useFakeTimers();
  engine = fakeEngine();
  games = createGames(() => Promise.resolve(memoryShelf()));
  table = new SoloTable('g', request, names, tools('normal'));
  await table.begin();
});
afterEach(() => {
  expect(engine.most).toBeLessThanOrEqual(1); // never two questions at once
  vi.useRealTimers();
});

describe('pace', () => {
  it('gives each bot its time, and waits for the person', async () => {
    await wait(5000);
    expect(engine.made).toEqual([]);
    expect(await table.send('ok')).toBeNull();
    await wait(BOT - 1);
    expect(engine.made).toEqual(['1 ok']);
    await wait(1);
    expect(engine.made).toEqual(['1 ok', '2 ok']);
    await wait(5000);
    expect(engine.made).toEqual(['1 ok', '2 ok', '3 ok']);
  });

  it('lets bots wait for what the table shows, as long as it is looked at', async () => {
    const slow = new SoloTable('s', request, names, { ...tools('normal'), shows: () => 2000 });
    await slow.begin();
    await slow.send('ok');
    await wait(2000 + BOT - 1);
    expect(engine.made).toEqual(['1 ok']);
    await wait(1);
    expect(engine.made).toEqual(['1 ok', '2 ok']);
    await wait(300);
    slow.hurry(100); // so long more is shown
    slow.hurry(5000); // nobody waits longer for it
    await wait(100 + BOT - 1);
    expect(engine.made).toEqual(['1 ok', '2 ok']);
    await wait(1);
    expect(engine.made).toEqual(['1 ok', '2 ok', '3 ok']);
  });

  it('is legible at any speed, and fast is faster', () => {
    for (const speed of ['fast', 'normal', 'slow'] as const) expect(delayOf(0, speed)).toBeGreaterThanOrEqual(400);
    expect(delayOf(2000, 'fast')).toBeLessThan(delayOf(2000, 'normal'));
    expect(delayOf(2000, 'normal')).toBeLessThan(delayOf(2000, 'slow'));
  });

  it('asks bots again when the person was first, and loses or doubles nothing', async () => {
    await table.send('ok');
    await wait(BOT - 50);
    await table.send('catch');
    await wait(BOT - 50);
    expect(engine.made).toEqual(['1 ok', '1 catch']); // the pending move of seat 2 was taken back
    await wait(50);
    expect(engine.made).toEqual(['1 ok', '1 catch', '2 ok']);
    await wait(BOT);
    expect(engine.made).toEqual(['1 ok', '1 catch', '2 ok', '3 ok']);
  });

  it('lets the bot have its time when the person is refused', async () => {
    await table.send('ok');
    await wait(BOT - 50);
    expect((await table.send('nonsense'))?.why).toBe('not_awaited');
    await wait(50);
    expect(engine.made).toEqual(['1 ok', '2 ok']);
  });

  it('takes moves in the very moment in which a bot moves', async () => {
    await table.send('ok');
    await wait(BOT - 1);
    vi.advanceTimersByTime(1); // the bot's move is on its way
    const sent = table.send('catch');
    await wait(0);
    expect(await sent).toBeNull();
    await wait(5 * BOT);
    expect(engine.made).toEqual(['1 ok', '2 ok', '1 catch', '3 ok']);
  });

  it('does not answer a question that nobody has seen yet', async () => {
    await table.send('ok');
    await wait(2 * BOT - 1);
    vi.advanceTimersByTime(1); // the last bot's move is on its way: then it is the person's turn
    const sent = table.send('ok');
    await wait(0);
    expect(await sent).toBeNull();
    expect(engine.made).toEqual(['1 ok', '2 ok', '3 ok']);
    expect(await table.send('ok')).toBeNull();
    expect(engine.made).toEqual(['1 ok', '2 ok', '3 ok', '1 ok']);
  });

  it('holds bots while it is paused or the tab is hidden', async () => {
    await table.send('ok');
    table.setPaused(true);
    await wait(10 * BOT);
    table.setHidden(true);
    table.setPaused(false);
    await wait(10 * BOT);
    expect(engine.made).toEqual(['1 ok']);
    table.setHidden(false);
    await wait(BOT);
    expect(engine.made).toEqual(['1 ok', '2 ok']);
  });

  it('takes back a move that is on its way when it is paused', async () => {
    await table.send('ok');
    await wait(BOT - 1);
    vi.advanceTimersByTime(1);
    table.setPaused(true);
    await wait(5 * BOT);
    expect(engine.made).toEqual(['1 ok']);
  });

  it('lets nobody move after one has left', async () => {
    await table.send('ok');
    await table.close();
    await wait(10 * BOT);
    expect(engine.made).toEqual(['1 ok']);
  });
});

describe('hints', () => {
  it('samples to the end', async () => {
    await table.askHint();
    expect(table.hint?.percent).toBe(100);
    expect(engine.calls.filter((name) => name === 'hint')).toHaveLength(4);
  });

  it('stops when the person moves', async () => {
    const asked = table.askHint();
    await table.send('ok');
    await asked;
    expect(table.hint).toBeNull();
    expect(engine.calls.filter((name) => name === 'hint').length).toBeLessThan(4);
  });
});

describe('saves', () => {
  const saved = async () => (JSON.parse((await games.loadRunning('g')) ?? 'null') as SavedTable | null)?.saved;

  it('saves after every move, its own and those of bots', async () => {
    await table.send('ok');
    await wait(0);
    expect(await saved()).toBe('1 ok');
    await wait(BOT);
    expect(await saved()).toBe('1 ok|2 ok');
    expect((await games.recentGames())[0]).toMatchObject({ title: 'Lola, Paco', running: true, edition: 'classic' });
  });

  it('keeps scores and times up to date though the engine saves under one name', async () => {
    vi.spyOn(engine, 'saved').mockResolvedValue('kept 1');
    const disk = vi.spyOn(games, 'saveRunning');
    await table.send('ok');
    await wait(0);
    await table.send('catch');
    await wait(0);
    expect(disk).toHaveBeenCalledTimes(2);
  });

  it('hands over what is not written when the page goes away', async () => {
    await wait(0);
    expect(table.unwritten).toBeNull();
    const disk = vi.spyOn(games, 'saveRunning').mockReturnValue(new Promise(() => {})); // slow
    await table.send('ok');
    await wait(0);
    expect(disk).toHaveBeenCalledOnce();
    expect(table.unwritten).toMatchObject({ id: 'g', meta: { title: 'Lola, Paco' } });
    expect((JSON.parse(table.unwritten?.text ?? '') as SavedTable).saved).toBe('1 ok');
  });

  it('writes only the last of what was saved while the disk was busy', async () => {
    let ready = (): void => {};
    const disk = vi.spyOn(games, 'saveRunning');
    disk.mockReturnValueOnce(new Promise((resolve) => (ready = () => resolve())));
    await table.send('ok');
    await table.send('catch');
    await table.send('catch');
    await wait(0);
    expect(disk).toHaveBeenCalledTimes(1);
    ready();
    await wait(0);
    expect(disk).toHaveBeenCalledTimes(2);
    expect(await saved()).toBe('1 ok|1 catch|1 catch');
  });

  it('goes on where it was left', async () => {
    await table.send('ok');
    await table.close();
    const kept = JSON.parse((await games.loadRunning('g')) ?? '') as SavedTable;
    engine = fakeEngine();
    const again = SoloTable.resumed('g', kept, tools('fast'));
    await again.begin();
    await wait(BOT);
    expect(engine.made.slice(0, 2)).toEqual(['1 ok', '2 ok']);
  });

  it('keeps the record of a finished game and no save', async () => {
    engine.champions = [1];
    await table.send('ok');
    await wait(BOT);
    expect(table.over).toBe(true);
    expect(await saved()).toBeUndefined();
    expect(await games.recordOf('g')).toBe('record 1 ok');
    expect(table.recorded).toBe('record 1 ok');
    await table.close();
    expect(await games.recordOf('g')).toBe('record 1 ok');
  });

  it('forgets what was given up', async () => {
    await table.send('ok');
    await wait(0);
    expect(await games.recentGames()).toHaveLength(1);
    await table.send('catch'); // not written yet
    await table.abandon();
    await wait(BOT);
    expect(await games.recentGames()).toEqual([]);
  });
});

describe('a dead engine', () => {
  it('is replaced, and the game goes on from the last move', async () => {
    const first = engine;
    await table.send('ok');
    await wait(BOT);
    first.die = 'go';
    engine = fakeEngine(); // the one that takes over
    await wait(10 * BOT);
    expect(table.trouble).toEqual({ kind: 'recovered' });
    expect(engine.calls[0]).toBe('resume');
    expect(engine.made).toEqual(['1 ok', '2 ok', '3 ok']);
  });

  it('is given up after a few tries, and tried again when asked', async () => {
    await table.send('ok');
    engine.die = 'next';
    await wait(20 * BOT);
    expect(table.trouble).toMatchObject({ kind: 'dead' });
    expect(engine.calls.filter((name) => name === 'resume').length).toBeLessThan(10);
    engine.die = '';
    await table.tryAgain();
    await wait(BOT);
    expect(engine.made).toEqual(['1 ok', '2 ok']);
  });
});
