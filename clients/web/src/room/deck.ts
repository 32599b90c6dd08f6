// Which edition a room plays, and with which cards.
import type { About, CardInfo, EditionInfo } from '../engine/api';
import type { Room } from './connection/protocol';

export const editionOf = (all: About, id: string): EditionInfo | undefined =>
  all.editions.find((one) => one.id === id);

// The cards of this room's deck: its custom wilds are those that have a rule.
export const deckOf = (edition: EditionInfo, room: Room): CardInfo[] =>
  edition.cards.filter((one) => one.custom <= (room.rules?.length ?? 0));
