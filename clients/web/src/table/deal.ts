// The deal of a hand as one thing, put together from its events: who gets how many, and the first card.
import type { Card, Event, Seat, Told } from './wire';

export interface Dealt {
  seat: Seat;
  round: number; // from 0
}

export interface Deal {
  cards: Dealt[]; // in the order in which they are given: round by round, from whoever sits beside the dealer
  first: Card | null; // turned up at the end
}

export function dealOf(events: readonly Event[]): Deal | null {
  const dealer = events.find(({ event }) => event === 'began')?.seat;
  const given = events.flatMap(({ event, seat, value }) =>
    event === 'dealt' && seat ? [{ seat, of: value ?? 0 }] : []);
  if (!dealer || !given.length) return null;
  const after = given.findIndex(({ seat }) => seat === dealer) + 1;
  const order = [...given.slice(after), ...given.slice(0, after)];
  const rounds = Math.max(...given.map(({ of }) => of));
  const cards = Array.from({ length: rounds }, (_, round) =>
    order.filter(({ of }) => round < of).map(({ seat }) => ({ seat, round })));
  return { cards: cards.flat(), first: events.findLast(({ event }) => event === 'turned')?.card ?? null };
}

// In milliseconds: all of it, and each card's way.
export const DEAL_LASTS = 700;
const FLIES = 260;
const TURNS = 200; // the first card, when all have theirs

export interface Timed extends Dealt {
  delay: number;
}
export function timed({ cards }: Deal): Timed[] {
  const gap = (DEAL_LASTS - TURNS - FLIES) / Math.max(1, cards.length - 1);
  return cards.map((card, i) => ({ ...card, delay: Math.round(i * gap) }));
}
export const FLIGHT = { duration: FLIES } as const;
export const FIRST = { duration: TURNS, delay: DEAL_LASTS - TURNS } as const;

// Only a hand that begins now is dealt on the screen, and only once.
const seen = new WeakSet<readonly Event[]>();
export function freshDeal({ events, view }: Told): Deal | null {
  const deal = seen.has(events) ? null : dealOf(events);
  seen.add(events);
  return view.phase === 'running' && view.turns === 0 ? deal : null;
}
