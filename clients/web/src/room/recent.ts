// One's finished games at this server, for the list of recent games.
import type { Told } from '../table/wire';
import type { GameRow, Room } from './protocol';
import { connection } from './room.svelte';

export async function rememberGames(): Promise<GameRow[]> {
  const reply = await connection.ask('games');
  return reply.type === 'games' ? reply.games : [];
}

export async function rememberGame(room: Room, told: Told): Promise<void> {
  void room, told;
}
