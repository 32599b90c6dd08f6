// The first game as it was left, on this device.
import { lasting, readJson } from '../ui/store.svelte';
import type { Memory } from './coach';

const KEY = 'comodin.first';

export interface FirstGame {
  game: string; // what the engine's saved() gave: a name, the cards stay with the engine
  memory: Memory;
}

const isFirstGame = (value: unknown): value is FirstGame => {
  const { game, memory } = (value ?? {}) as Partial<FirstGame>;
  return typeof game === 'string' && Array.isArray(memory?.shown) && Array.isArray(memory.topics);
};

export const firstGame = (): FirstGame | null => readJson(lasting, KEY, isFirstGame);
export const hasFirstGame = (): boolean => firstGame() !== null;

// Where it cannot be kept, it has to be played in one go.
export function keepFirstGame(game: FirstGame | null): void {
  if (game) lasting.set(KEY, JSON.stringify(game));
  else lasting.remove(KEY);
}
