// Games that are under way or finished, kept in this browser. Where storage is refused they are kept until the page is
// closed, and keepsGames() says so.
import { lasting } from '../ui/store.svelte';
import { browserShelf, memoryShelf, type Shelf } from './game-shelf';

export interface RecentGame {
  id: string;
  title: string; // for a list: who played
  when: number; // milliseconds since 1970, of the last change
  edition: string;
  seats: { name: string; score: number }[]; // from seat 1; '' is the person at this browser
  champions: number[]; // seats; empty while it runs, or if it was given up
  kind: 'solo' | 'room';
  running: boolean;
}

// What the caller says about a game; the rest follows from which function it calls.
export type GameMeta = Pick<RecentGame, 'title' | 'edition' | 'seats' | 'champions'>;

export interface Games {
  recentGames(limit?: number): Promise<RecentGame[]>; // newest first; running ones too
  addRoomGame(id: string, meta: GameMeta, when?: number): Promise<void>; // a finished one; its record is at the server
  saveRunning(id: string, saved: string, meta: GameMeta): Promise<void>;
  loadRunning(id: string): Promise<string | null>; // what saveRunning() was given; null: not there, or finished
  finish(id: string, record: string, meta: GameMeta): Promise<void>;
  recordOf(id: string): Promise<string | null>; // of a finished solo game
  remove(id: string): Promise<void>;
  clearAll(): Promise<void>;
  keepsGames(): Promise<boolean>; // false: only until the page is closed
}

export const GAMES_MAX = 100;

// The id of a new game: unique, and sorted by time.
export function newGameId(now = Date.now()): string {
  const random = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return now.toString(36) + '-' + random.toString(36).padStart(7, '0');
}

export function createGames(open: () => Promise<Shelf<RecentGame>>, clock: () => number = Date.now): Games {
  const memory = memoryShelf<RecentGame>();
  let refused = false;
  const opened: Promise<Shelf<RecentGame> | null> = open().catch(() => {
    refused = true;
    return null;
  });

  // What the browser refuses to keep is kept in memory, and read from there first.
  async function write(act: (shelf: Shelf<RecentGame>) => Promise<void>): Promise<void> {
    try {
      const shelf = await opened;
      if (shelf) return await act(shelf);
    } catch {
      refused = true;
    }
    await act(memory);
  }

  async function read<T>(act: (shelf: Shelf<RecentGame>) => Promise<T>, none: T): Promise<T> {
    try {
      const shelf = await opened;
      return shelf ? await act(shelf) : none;
    } catch {
      refused = true;
      return none;
    }
  }

  async function all(): Promise<RecentGame[]> {
    const late = await memory.list();
    const known = new Set(late.map(({ id }) => id));
    const kept = (await read((shelf) => shelf.list(), [])).filter(({ id }) => !known.has(id));
    return [...late, ...kept].sort((a, b) => b.when - a.when || (a.id < b.id ? 1 : -1));
  }

  const find = async (id: string): Promise<RecentGame | undefined> => (await all()).find((game) => game.id === id);
  const text = async (id: string): Promise<string | null> =>
    (await memory.text(id)) ?? (await read((shelf) => shelf.text(id), null));

  // A game under way is never dropped for a finished one.
  async function makeRoom(): Promise<void> {
    const games = await all();
    const tooMany = games.length - GAMES_MAX;
    if (tooMany <= 0) return;
    const order = [...games.filter((game) => game.running), ...games.filter((game) => !game.running)];
    for (const { id } of order.slice(-tooMany)) await remove(id);
  }

  async function put(game: RecentGame, kept: string): Promise<void> {
    await memory.remove(game.id); // an older state that the browser had refused
    await write((shelf) => shelf.put({ meta: game, text: kept }));
    await makeRoom();
  }

  async function remove(id: string): Promise<void> {
    await memory.remove(id);
    await write((shelf) => shelf.remove(id));
  }

  const about = (id: string, meta: GameMeta, kind: 'solo' | 'room', running: boolean): RecentGame => ({
    id, title: meta.title, when: clock(), edition: meta.edition,
    seats: meta.seats.map(({ name, score }) => ({ name, score })), champions: [...meta.champions], kind, running,
  });

  return {
    recentGames: async (limit = GAMES_MAX) => (await all()).slice(0, limit),
    addRoomGame: (id, meta, when) => put({ ...about(id, meta, 'room', false), when: when ?? clock() }, ''),
    saveRunning: (id, saved, meta) => put(about(id, meta, 'solo', true), saved),
    loadRunning: async (id) => ((await find(id))?.running ? await text(id) : null),
    finish: (id, record, meta) => put(about(id, meta, 'solo', false), record),
    recordOf: async (id) => {
      const game = await find(id);
      return game && !game.running ? (await text(id)) || null : null;
    },
    remove,
    clearAll: async () => {
      await memory.clear();
      await write((shelf) => shelf.clear());
    },
    keepsGames: async () => {
      await opened;
      return !refused;
    },
  };
}

// A page that goes away may not see its last write finish. What is left is put into storage that is written at once,
// and the next page stores it properly.
const UNWRITTEN_KEY = 'comodin.unwritten';

export function leaveUnwritten(left: { id: string; text: string; meta: GameMeta } | null): void {
  if (left) lasting.set(UNWRITTEN_KEY, JSON.stringify(left));
}

export async function adoptUnwritten(into: Pick<Games, 'saveRunning' | 'recordOf'> = games): Promise<void> {
  const text = lasting.get(UNWRITTEN_KEY);
  if (!text) return;
  lasting.remove(UNWRITTEN_KEY);
  try {
    const left = JSON.parse(text) as { id: string; text: string; meta: GameMeta };
    if ((await into.recordOf(left.id)) === null) await into.saveRunning(left.id, left.text, left.meta);
  } catch {
    // Not ours, or cut off: there is still the last state that was written.
  }
}

const games = createGames(() => browserShelf('comodin'));
export const {
  recentGames, addRoomGame, saveRunning, loadRunning, finish, recordOf, remove, clearAll, keepsGames,
} = games;
