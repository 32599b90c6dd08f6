// What flies where when something happens: from events alone, so no card is seen that the viewer was not told.
import type { Card, Event, Seat } from '../table/wire';
import type { SoundName } from '../ui/sound';

export type Spot =
  | { at: 'pile' }
  | { at: 'discard'; nth: number } // counted from the first card of the hand, as view.discards does
  | { at: 'seat'; seat: Seat; card: Card | null }; // of the own hand: which card

// Which side of it is seen: all the way, or turned over on the way.
export type Side = 'face' | 'back' | 'opens' | 'shuts';

export interface Flight {
  from: Spot;
  to: Spot;
  card: Card | null; // null: its back
  side: Side;
  sound: SoundName; // when it lands
  delay: number; // milliseconds
  lasts: number;
}

export const LONGEST = 333; // milliseconds from the first card's start to the last one's end
export const ALONE = 300;
const MANY = 220;
export const AT_ONCE = 14; // cards in the air; more would only cost time

const PILE: Spot = { at: 'pile' };
const DISCARD: Spot = { at: 'discard', nth: 0 }; // counted when all are known
const at = (seat: Seat | null | undefined, card: Card | null = null): Spot => ({ at: 'seat', seat: seat ?? 0, card });

type Leg = Pick<Flight, 'from' | 'to' | 'card'> & { side?: Side };
const times = (count: number, leg: (i: number) => Leg): Leg[] => Array.from({ length: count }, (_, i) => leg(i));
const laid = (e: Event): Leg[] => (e.card ? [{ from: at(e.seat, e.card), to: DISCARD, card: e.card }] : []);
const turned = (e: Event): Leg[] => [{ from: PILE, to: DISCARD, card: e.card ?? null, side: 'opens' }];
const taken = (e: Event): Leg[] => [{ from: PILE, to: at(e.seat, e.card ?? null), card: e.card ?? null }];

const LEGS: Record<string, (e: Event, seats: number) => Leg[]> = {
  dealt: (e, seats) =>
    times(Math.min(e.value ?? 0, seats > 5 ? 1 : 2), () => ({ from: PILE, to: at(e.seat), card: null })),
  turned,
  'passed-over': turned,
  flipped: turned,
  'put-back': (e) => [{ from: DISCARD, to: PILE, card: e.card ?? null, side: 'shuts' }],
  played: laid,
  threw: laid,
  discarded: laid,
  drew: taken,
  'went-off': taken,
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
  reshuffled: () => times(3, () => ({ from: DISCARD, to: PILE, card: null, side: 'back' })),
};

export const movesCards = ({ event }: Event): boolean => event in LEGS;

// A creeper that goes off when it is drawn is told twice, and is one card: it is shown as it is drawn.
export function once(events: readonly Event[]): Event[] {
  const out: Event[] = [];
  for (const event of events) {
    const before = out.findLastIndex(({ event: kind, seat, card }) =>
      event.event === 'went-off' && kind === 'drew' && seat === event.seat && (!card || card === event.card));
    if (before >= 0) out[before] = event;
    else out.push(event);
  }
  return out;
}

// What is seen of a card depends on whether it was open where it came from.
function sideOf({ from, to, card, side }: Leg, you: Seat | 0): Side {
  if (!card) return 'back';
  if (side) return side;
  if (from.at === 'seat' && from.seat === you) return 'face';
  return from.at === 'pile' || to.at === 'discard' ? 'opens' : 'face';
}

// All flights of one telling, one after the other, together no longer than LONGEST. `discards`: as the view counts them
// after all this.
export function flights(events: readonly Event[], seats: number, you: Seat | 0 = 0, discards = 0): Flight[] {
  const legs = once(events).flatMap((event) => LEGS[event.event]?.(event, seats) ?? []).slice(0, AT_ONCE);
  const lasts = legs.length > 1 ? MANY : ALONE;
  const gap = legs.length > 1 ? Math.min(70, (LONGEST - lasts) / (legs.length - 1)) : 0;
  let nth = discards + 1 - legs.filter(({ to }) => to.at === 'discard').length;
  return legs.map((leg, i) => ({
    ...leg,
    to: leg.to.at === 'discard' ? { at: 'discard', nth: nth++ } : leg.to,
    side: sideOf(leg, you),
    sound: leg.to.at === 'discard' ? 'play' : 'draw',
    delay: Math.floor(i * gap),
    lasts,
  }));
}

export const spotName = (spot: Spot): string => (spot.at === 'seat' ? `seat-${spot.seat}` : spot.at);
