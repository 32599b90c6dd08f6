// What the engine in this page knows of editions, options, levels and ready rules. Asked once.
import type { About, CardInfo, EditionInfo } from '../engine/api';
import { withEngine } from './browser';
import type { Room } from './protocol';

let known: Promise<About> | undefined;

export function about(): Promise<About> {
  known ??= withEngine((engine) => engine.about()).catch((wrong: unknown) => {
    known = undefined;
    throw wrong;
  });
  return known;
}

export const editionOf = (all: About, id: string): EditionInfo | undefined =>
  all.editions.find((one) => one.id === id);

// The cards of this room's deck: its custom wilds are those that have a rule.
export const deckOf = (edition: EditionInfo, room: Room): CardInfo[] =>
  edition.cards.filter((one) => one.custom <= (room.rules?.length ?? 0));
