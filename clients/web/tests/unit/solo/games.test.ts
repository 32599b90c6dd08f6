import { describe, expect, it } from 'vitest';
import {
  adoptUnwritten, createGames, GAMES_MAX, leaveUnwritten, newGameId, type GameMeta, type RecentGame,
} from '../../../src/solo/games';
import { memoryShelf, type Shelf } from '../../../src/solo/game-shelf';

const meta: GameMeta = {
  title: 'Lola, Paco', edition: 'classic', seats: [{ name: '', score: 12 }, { name: 'Lola', score: 0 }], champions: [],
};

function ticking(shelf: Shelf<RecentGame> = memoryShelf()) {
  let now = 1000;
  return createGames(() => Promise.resolve(shelf), () => ++now);
}

describe('games kept in the browser', () => {
  it('goes on where it was left, and keeps the record when it is over', async () => {
    const games = ticking();
    await games.saveRunning('a', 'half way', meta);
    expect(await games.loadRunning('a')).toBe('half way');
    expect(await games.recordOf('a')).toBeNull();
    await games.finish('a', 'the record', { ...meta, champions: [2] });
    expect(await games.loadRunning('a')).toBeNull();
    expect(await games.recordOf('a')).toBe('the record');
    expect(await games.recentGames()).toMatchObject([{ id: 'a', running: false, champions: [2], kind: 'solo' }]);
  });

  it('lists the newest first, rooms too, and forgets what is removed', async () => {
    const games = ticking();
    await games.saveRunning('a', 'x', meta);
    await games.addRoomGame('b', meta);
    await games.saveRunning('c', 'x', meta);
    await games.saveRunning('a', 'y', meta);
    expect((await games.recentGames()).map(({ id }) => id)).toEqual(['a', 'c', 'b']);
    expect((await games.recentGames(1)).map(({ id }) => id)).toEqual(['a']);
    expect(await games.recordOf('b')).toBeNull();
    await games.remove('c');
    expect((await games.recentGames()).map(({ id }) => id)).toEqual(['a', 'b']);
    await games.clearAll();
    expect(await games.recentGames()).toEqual([]);
  });

  it('drops the oldest finished game, never one under way', async () => {
    const games = ticking();
    await games.saveRunning('running', 'x', meta);
    for (let i = 0; i < GAMES_MAX + 1; ++i) await games.finish('f' + i, 'x', meta);
    const ids = (await games.recentGames()).map(({ id }) => id);
    expect(ids).toHaveLength(GAMES_MAX);
    expect(ids).toContain('running');
    expect(ids).not.toContain('f0');
    expect(ids).not.toContain('f1');
    expect(ids).toContain('f2');
  });

  it('keeps games until the page is closed where storage is refused', async () => {
    const games = createGames(() => Promise.reject(new Error('no')));
    await games.saveRunning('a', 'x', meta);
    expect(await games.loadRunning('a')).toBe('x');
    expect(await games.keepsGames()).toBe(false);
    await games.remove('a');
    expect(await games.recentGames()).toEqual([]);
  });

  it('keeps in memory what a full disk refuses, and reads that first', async () => {
    const shelf = memoryShelf<RecentGame>();
    const put = shelf.put;
    const games = ticking(shelf);
    await games.saveRunning('a', 'old', meta);
    expect(await games.keepsGames()).toBe(true);
    shelf.put = () => Promise.reject(new Error('full'));
    await games.saveRunning('a', 'new', meta);
    expect(await games.keepsGames()).toBe(false);
    expect(await games.loadRunning('a')).toBe('new');
    expect(await games.recentGames()).toHaveLength(1);
    shelf.put = put;
    await games.saveRunning('a', 'newest', meta);
    expect(await games.loadRunning('a')).toBe('newest');
  });

  it('keeps what the page before could not write, once, and not over a record', async () => {
    const games = ticking();
    leaveUnwritten({ id: 'a', text: 'late', meta });
    await adoptUnwritten(games);
    expect(await games.loadRunning('a')).toBe('late');
    await games.finish('a', 'the record', meta);
    await adoptUnwritten(games);
    leaveUnwritten({ id: 'a', text: 'late', meta });
    await adoptUnwritten(games);
    expect(await games.recordOf('a')).toBe('the record');
    localStorage.setItem('comodin.unwritten', '{cut off');
    await adoptUnwritten(games);
    expect(await games.recentGames()).toHaveLength(1);
  });

  it('gives every game its own name', () => {
    expect(new Set(Array.from({ length: 1000 }, () => newGameId(5))).size).toBe(1000);
  });
});
