// The draw for the deal (SETUP-1) as one thing, put together from its events.
import type { Card, Event, Seat, Told } from './wire';

export interface Taken {
  seat: Seat;
  card: Card;
}

export interface DealDraw {
  rounds: Taken[][]; // everybody's card; then, round after round, the cards of those who tied
  dealer: Seat;
}

// What a card counts for here: symbols and wilds count nothing.
const counts = (card: Card): number => Number(/^[rygb](\d+)$/.exec(card)?.[1] ?? 0);

export function dealDraw(events: readonly Event[]): DealDraw | null {
  const rounds: Taken[][] = [];
  for (const { event, seat, card, value } of events) {
    if (event !== 'drew-for-deal' || !seat || !card) continue;
    (rounds[(value ?? 1) - 1] ??= []).push({ seat, card });
  }
  const [first, ...rest] = rounds.at(-1) ?? [];
  if (!first) return null;
  // A record begins after the deal, and does not say who dealt.
  const highest = rest.reduce((best, one) => (counts(one.card) > counts(best.card) ? one : best), first);
  return { rounds, dealer: events.find(({ event }) => event === 'began')?.seat ?? highest.seat };
}

// The last card that each seat took, and in which round, from 0.
export function takenBy({ rounds }: DealDraw, upTo = rounds.length - 1): Map<Seat, Taken & { round: number }> {
  const out = new Map<Seat, Taken & { round: number }>();
  for (const [round, all] of rounds.slice(0, upTo + 1).entries())
    for (const taken of all) out.set(taken.seat, { ...taken, round });
  return out;
}

// How long it is shown, in milliseconds: each round, and at the end who deals.
const EACH = 800;
const DEALS = 800;
export const roundEnds = ({ rounds }: DealDraw): number[] => rounds.map((_, i) => EACH * (i + 1));
export const lastsFor = (draw: DealDraw): number => EACH * draw.rounds.length + DEALS;

// What to show of this message: a draw that has just been made, and that nobody has seen here yet. Players who come
// later are sent a view; players who were cut off hear of the draw with the moves that followed; players who left the
// board and come back are sent the same message again.
const seen = new WeakSet<readonly Event[]>();
export function freshDraw({ events, view }: Told): DealDraw | null {
  const draw = seen.has(events) ? null : dealDraw(events);
  seen.add(events);
  return view.phase === 'running' && view.turns === 0 ? draw : null;
}
