// What flies where when something happens: from events alone, so no card is seen that the viewer was not told.
import type { Card, Event, Seat } from '../table/wire';

export type Spot =
  | { at: 'pile' }
  | { at: 'discard' }
  | { at: 'seat'; seat: Seat; card: Card | null }; // of the own hand: which card

export interface Flight {
  from: Spot;
  to: Spot;
  card: Card | null; // null: its back
  delay: number; // milliseconds
  lasts: number;
}

export const LONGEST = 333; // milliseconds from the first card's start to the last one's end
const ALONE = 280;
const MANY = 220;
export const AT_ONCE = 14; // cards in the air; more only cost time

const PILE: Spot = { at: 'pile' };
const DISCARD: Spot = { at: 'discard' };
const at = (seat: Seat | null | undefined, card: Card | null = null): Spot => ({ at: 'seat', seat: seat ?? 0, card });

type Leg = Pick<Flight, 'from' | 'to' | 'card'>;
const times = (count: number, leg: (i: number) => Leg): Leg[] => Array.from({ length: count }, (_, i) => leg(i));

const LEGS: Record<string, (e: Event, seats: number) => Leg[]> = {
  dealt: (e, seats) =>
    times(Math.min(e.value ?? 0, seats > 5 ? 1 : 2), () => ({ from: PILE, to: at(e.seat), card: null })),
  turned: (e) => [{ from: PILE, to: DISCARD, card: e.card ?? null }],
  'passed-over': (e) => [{ from: PILE, to: DISCARD, card: e.card ?? null }],
  flipped: (e) => [{ from: PILE, to: DISCARD, card: e.card ?? null }],
  'put-back': (e) => [{ from: DISCARD, to: PILE, card: e.card ?? null }],
  played: (e) => [{ from: at(e.seat, e.card ?? null), to: DISCARD, card: e.card ?? null }],
  threw: (e) => (e.card ? [{ from: at(e.seat, e.card), to: DISCARD, card: e.card }] : []),
  discarded: (e) => [{ from: at(e.seat, e.card ?? null), to: DISCARD, card: e.card ?? null }],
  drew: (e) => [{ from: PILE, to: at(e.seat, e.card ?? null), card: e.card ?? null }],
  'went-off': (e) => [{ from: PILE, to: at(e.seat, e.card ?? null), card: e.card ?? null }],
  gave: (e) =>
    times(Math.min(e.value ?? e.cards?.length ?? 0, 4), (i) => {
      const card = e.cards?.[i] ?? null;
      return { from: at(e.seat, card), to: at(e.other, card), card };
    }),
  swapped: (e) =>
    times(2, () => ({ from: at(e.seat), to: at(e.other), card: null }) as Leg)
      .concat(times(2, () => ({ from: at(e.other), to: at(e.seat), card: null }))),
  'hands-passed': (e, seats) =>
    times(seats, (i) => {
      const to = ((i + (e.direction === 'left' ? 1 : seats - 1)) % seats) + 1;
      return { from: at(i + 1), to: at(to), card: null };
    }),
  reshuffled: () => times(3, () => ({ from: DISCARD, to: PILE, card: null })),
};

// All flights of one telling, one after the other, together no longer than LONGEST.
export function flights(events: readonly Event[], seats: number): Flight[] {
  const legs = events.flatMap((event) => LEGS[event.event]?.(event, seats) ?? []).slice(0, AT_ONCE);
  const lasts = legs.length > 1 ? MANY : ALONE;
  const gap = legs.length > 1 ? Math.min(70, (LONGEST - lasts) / (legs.length - 1)) : 0;
  return legs.map((leg, i) => ({ ...leg, delay: Math.floor(i * gap), lasts }));
}

export const spotName = (spot: Spot): string => (spot.at === 'seat' ? `seat-${spot.seat}` : spot.at);
