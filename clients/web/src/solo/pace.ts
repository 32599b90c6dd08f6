// How long bots take at the table of one person.
import type { Settings } from '../settings/settings.svelte';
import type { Event } from '../table/wire';

type Speed = Settings['speed'];

const FACTOR: Record<Speed, number> = { fast: 0.4, normal: 1, slow: 1.7 };
// A card flies for about 350 ms. Even people who play fast want to see what was played.
const LEAST: Record<Speed, number> = { fast: 480, normal: 700, slow: 1100 };
const EACH_EVENT = 60; // more to see takes longer to see
const EVENTS_MAX = 8;

// Milliseconds from the last move to that of the bot, which would think for `after`. `seen`: what has just happened.
export function delayOf(after: number, speed: Speed, seen: readonly Event[] = []): number {
  const show = EACH_EVENT * Math.min(EVENTS_MAX, seen.length);
  return Math.round(Math.max(after * FACTOR[speed], LEAST[speed] + show * Math.min(1, FACTOR[speed])));
}

// A joke wants to be read before anybody laughs.
export const READS: Record<Speed, number> = { fast: 2000, normal: 3500, slow: 6000 };
