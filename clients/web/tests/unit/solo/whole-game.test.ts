// Whole games through SoloTable with the real engine; the person plays whatever may be played.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TableRequest } from '../../../src/engine/api';
import type { Engine } from '../../../src/engine/engine';
import { createGames } from '../../../src/solo/games';
import { checkRecord, realEngine } from '../real-engine';
import { memoryShelf } from '../../../src/solo/game-shelf';
import { SoloTable, type SavedTable, type SoloTools } from '../../../src/solo/solo.svelte';
import { BOT_NAMES, completeRequest, defaultRequest } from '../../../src/solo/table-request';

const EDITIONS = ['classic', 'streams', 'creeper', 'hyperdrive', 'powers'];

function dice(seed: number): (below: number) => number {
  return (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
}

let engines: Engine[];
const games = createGames(() => Promise.resolve(memoryShelf()));
const tools: SoloTools = {
  engine: async () => {
    const engine = realEngine();
    engines.push(engine);
    return engine;
  },
  games,
  speed: () => 'fast',
  now: () => Date.now(),
};

beforeEach(() => {
  engines = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function wished(edition: string, players: number): Promise<TableRequest> {
  const about = await realEngine().about();
  const options = { target: '150' };
  return completeRequest({ ...defaultRequest(about), edition, players, options, seed: String(players) }, about);
}

// Plays on; leaves the table after `most` moves of the person, if the game is not over before.
async function play(table: SoloTable, roll: (below: number) => number, most = Infinity): Promise<void> {
  for (let quiet = 0, made = 0; !table.over && made < most; ++quiet) {
    expect(quiet).toBeLessThan(200); // somebody always does something
    if (table.handOver) await table.deal();
    const moves = table.told?.moves ?? [];
    const pick = moves[roll(moves.length)];
    if (pick !== undefined && (table.told?.view.awaits?.seat === 1 || roll(3) === 0)) {
      expect(await table.send(pick)).toBeNull();
      ++made;
      quiet = 0;
    }
    const before = table.told?.n;
    await vi.advanceTimersByTimeAsync(300);
    if (table.told?.n !== before) quiet = 0;
  }
  await vi.advanceTimersByTimeAsync(1000);
}

describe.each(EDITIONS)('a whole game of %s', (edition) => {
  it('is played to its end, and its record is right', { timeout: 60_000 }, async () => {
    const table = new SoloTable(edition, await wished(edition, 4), BOT_NAMES.slice(0, 3), tools);
    await table.begin();
    await play(table, dice(7));
    expect(table.trouble).toBeNull();
    expect(table.told?.view.champions?.length).toBeGreaterThan(0);
    const record = (await games.recordOf(edition)) ?? '';
    expect(checkRecord(record)).toMatchObject({ status: 0 });
    await table.close();
  });

  it('goes on in the middle after the page was closed', { timeout: 60_000 }, async () => {
    const id = edition + '-half';
    const table = new SoloTable(id, await wished(edition, 3), BOT_NAMES.slice(0, 2), tools);
    await table.begin();
    await play(table, dice(3), 12);
    await table.close();
    const before = table.told;
    const kept = JSON.parse((await games.loadRunning(id)) ?? '') as SavedTable;
    const again = SoloTable.resumed(id, kept, tools);
    await again.begin();
    expect(again.told?.view).toEqual(before?.view);
    expect(again.told?.moves).toEqual(before?.moves);
    await play(again, dice(5));
    expect(again.trouble).toBeNull();
    expect(checkRecord((await games.recordOf(id)) ?? '')).toMatchObject({ status: 0 });
    await again.close();
  });
});

it('finds fault with a record that is wrong', async () => {
  const engine = realEngine();
  await engine.begin(await wished('creeper', 2));
  const wrong = (await engine.record()).trim() + '\nexpect count 1 99\n';
  expect(checkRecord(wrong)).toMatchObject({ status: 1 });
});
