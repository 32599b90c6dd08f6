// The first game as it was left, on this device.
import type { Memory } from './coach';

const KEY = 'comodin.first';

export interface FirstGame {
  game: string; // what the engine's saved() gave: a name, the cards stay with the engine
  memory: Memory;
}

export function firstGame(): FirstGame | null {
  try {
    const value = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<FirstGame> | null;
    if (typeof value?.game !== 'string' || !Array.isArray(value.memory?.shown) || !Array.isArray(value.memory.topics))
      return null;
    return { game: value.game, memory: value.memory };
  } catch {
    return null;
  }
}

export const hasFirstGame = (): boolean => firstGame() !== null;

export function keepFirstGame(game: FirstGame | null): void {
  try {
    if (game) localStorage.setItem(KEY, JSON.stringify(game));
    else localStorage.removeItem(KEY);
  } catch {
    // It cannot be kept: then it is played in one go.
  }
}
