// The character of a bot: how it talks. It follows from its face, so it is the same on every page of a room. Words
// are put only into the mouths of bots: people and empty seats have none.
import type { SeatLabel } from '../table/board-props';
import { seedFor } from './face';

export const CHARACTERS = ['cheerful', 'grumpy', 'shy', 'proud', 'dreamy', 'dry'] as const;
export type Character = (typeof CHARACTERS)[number];

// The lowest digit aside, so that the first bots of one person's table differ in this, too.
export const characterOf = (label: SeatLabel): Character | null =>
  label.level ? (CHARACTERS[(seedFor(label) >>> 1) % CHARACTERS.length] ?? null) : null;
