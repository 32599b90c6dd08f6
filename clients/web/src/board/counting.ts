// The end of a hand as people see it: whoever has cards left lays them down, and they are counted one by one.
import type { CardInfo } from '../engine/api';
import type { Card, Seat, SeatView, View } from '../table/wire';

export interface CountedCard {
  seat: Seat;
  card: Card;
  worth: number;
}

const STEP = { most: 150, least: 28 }; // milliseconds for a card
const LONGEST = 2200; // for all of them

// Card by card, one hand after the other, the smallest first.
export function cardsLeft(view: View, deck: readonly CardInfo[]): CountedCard[] {
  const worth = new Map(deck.map(({ card, points }) => [card, points]));
  return byCards(view)
    .flatMap(({ seat, cards }) => (cards ?? []).map((card) => ({ seat, card, worth: worth.get(card) ?? 0 })));
}

// The winner first, then those with the fewest cards.
export function byCards(view: View): SeatView[] {
  const first = (one: SeatView): number => Number(one.seat === view.winner);
  return [...view.seats].sort((a, b) => first(b) - first(a) || a.count - b.count || a.seat - b.seat);
}

export const stepLasts = (cards: number): number => Math.max(STEP.least, Math.min(STEP.most, LONGEST / (cards || 1)));
const countLasts = (cards: number): number => cards * stepLasts(cards);

// From the end of a hand until a game's end is celebrated: the last card has landed, and all are counted.
const SEE_FIRST = 1200;
export const endLasts = (view: View, deck: readonly CardInfo[]): number =>
  SEE_FIRST + countLasts(cardsLeft(view, deck).length);

// The points of a seat while they are counted: never more than the table gave, and just that at the end.
export function pointsSoFar(seat: SeatView, view: View, counted: readonly CountedCard[], all: number): number {
  if (counted.length >= all) return seat.points;
  const sum = counted
    .filter((one) => seat.seat === view.winner || one.seat === seat.seat)
    .reduce((total, { worth }) => total + worth, 0);
  return Math.min(seat.points, sum);
}
