// The own hand in an order. Copies of a card are interchangeable: a card and which of its copies name a place.
import type { Card } from '../table/wire';

export type Order = 'color' | 'playable';

export interface Held {
  card: Card;
  copy: number; // 0, 1, … of the same card
  key: string;
}

// As the deck lists them: colour by colour, number by number, wilds last. What the deck does not know comes last.
export function sorted(cards: readonly Card[], deck: readonly { card: Card }[], order: Order,
                       playable: (card: Card) => boolean): Held[] {
  const place = new Map(deck.map((info, index) => [info.card, index]));
  const rank = (card: Card): number => place.get(card) ?? deck.length;
  const list = [...cards].sort((a, b) => {
    const first = order === 'playable' ? Number(playable(b)) - Number(playable(a)) : 0;
    return first || rank(a) - rank(b) || (a < b ? -1 : Number(a > b));
  });
  const seen = new Map<Card, number>();
  return list.map((card) => {
    const copy = seen.get(card) ?? 0;
    seen.set(card, copy + 1);
    return { card, copy, key: `${card}/${copy}` };
  });
}
