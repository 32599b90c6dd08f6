// Puts the player's finished games at this server on the list of recent games.
import { addRoomGame, recentGames } from '../../solo/games';
import type { Told } from '../../table/wire';
import type { GameRow, Room } from '../connection/protocol';
import { connection } from '../room.svelte';

type Finished = Pick<GameRow, 'game' | 'edition' | 'seats' | 'champions'> & { when: number };

async function remember(games: Finished[]): Promise<void> {
  const known = new Set((await recentGames()).map((one) => one.id));
  for (const { game, edition, seats, champions, when } of games) {
    const title = seats.map((one) => one.name).join(', ');
    if (!known.has(game)) await addRoomGame(game, { title, edition, seats, champions }, when);
  }
}

// Those that the server knows of, including games from other days and other browsers with the same token.
export async function rememberGames(): Promise<void> {
  const reply = await connection.ask('games');
  if (reply.type === 'games') await remember(reply.games.map((row) => ({ ...row, when: row.ended * 1000 })));
}

// The one that has just ended, with the names used at the table.
export async function rememberGame(room: Room, { view }: Told, names: string[]): Promise<void> {
  if (!room.game || !view.champions) return;
  const seats = view.seats.map((one, index) => ({ name: names[index] ?? '', score: one.score }));
  await remember([{ game: room.game, edition: room.edition, seats, champions: view.champions, when: Date.now() }]);
}
