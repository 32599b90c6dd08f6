// The room in which this browser has a seat, so that the first page leads back to it. Its token is kept elsewhere.
import { lasting, readJson } from '../ui/store.svelte';

const KEY = 'comodin.left';
const HOUR = 3_600_000;
// As long as a server keeps a room to which nobody comes.
const LASTS = { lobby: HOUR / 2, game: 24 * HOUR };

export interface Left {
  code: string;
  edition: string;
  stage: 'lobby' | 'game';
  when: number; // milliseconds since 1970
}

const isLeft = (value: unknown): value is Left => {
  if (typeof value !== 'object' || value === null) return false;
  const { code, edition, stage, when } = value as Record<string, unknown>;
  return (
    typeof code === 'string' && /^[A-Z0-9]{1,16}$/.test(code) && typeof edition === 'string' &&
    (stage === 'lobby' || stage === 'game') && typeof when === 'number'
  );
};

export function roomLeft(now = Date.now()): Left | null {
  const left = readJson(lasting, KEY, isLeft);
  return left && now - left.when < LASTS[left.stage] ? left : null;
}

export const noteRoom = (left: Left): void => void lasting.set(KEY, JSON.stringify(left));

export function forgetRoom(code: string): void {
  if (readJson(lasting, KEY, isLeft)?.code === code) lasting.remove(KEY);
}
