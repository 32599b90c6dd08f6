// What this page was shown of a game, kept until it can be compared with what follows from the published values
// (docs/FAIR.md). It is all a player has seen: cards, table and events as they came.
import type { Event, Seat, Told, View } from '../../table/wire';
import type { Noted } from './promise';
import type { Room } from '../connection/protocol';

// A deal or a move with the table after it; or, for whoever has just come, only the table.
export interface Shown {
  n: number;
  viewer: Seat | 0; // 0: a spectator
  events: string; // '': only the table
  view: string;
}

export interface ShownHand {
  hand: number; // in its game, from 1; 0: not known yet
  seat: Seat | 0; // the player's own when the hand was dealt
  promise: Noted | null; // null: the player was not here before the hand
  shown: Shown[];
  cut: boolean; // there was too much to keep all of it
  judged: boolean; // it was compared, and is not needed any longer
}

const NOTHING = { cut: false, judged: false };
const KEPT_MOST = 4_000_000; // characters: some thirty hands of four

const VIEW = [
  'phase', 'winner', 'awaits', 'asks', 'drawn', 'turn', 'next', 'turns', 'course', 'dealer', 'direction', 'top',
  'color', 'hyperspeed', 'pile', 'discards', 'sum', 'owes', 'hands_up', 'power', 'champions', 'laid',
] as const;
const SEAT = ['seat', 'count', 'cards', 'since', 'marks', 'stuck', 'score', 'points'] as const;
const EVENT = [
  'event', 'seat', 'other', 'to', 'card', 'cards', 'color', 'value', 'as', 'kind', 'open', 'drawn', 'direction',
  'guilty', 'before', 'vote', 'marks', 'seats', 'course',
] as const;

// Without `step`, whose numbers mean something to one program only.
const COURSE = [
  'turn', 'next', 'turns', 'origin', 'done', 'left', 'target', 'picked', 'thrown', 'power', 'accused', 'passes', 'lost',
  'again', 'uno_later', 'may_keep',
] as const;

// Only the fields that this page knows, in a fixed order: a newer server may send more.
const pick = (from: object, names: readonly string[]): object =>
  Object.fromEntries(
    names
      .map((name): [string, unknown] => [name, (from as Record<string, unknown>)[name]])
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, name === 'course' ? pick(value as object, COURSE) : value]),
  );

export const eventsText = (events: Event[]): string => JSON.stringify(events.map((event) => pick(event, EVENT)));
export const viewText = (view: View): string =>
  JSON.stringify({ ...pick(view, VIEW), seats: view.seats.map((seat) => pick(seat, SEAT)) });

export class Witness {
  game = '';
  hands: ShownHand[] = [];

  // A message about the table, and what was promised before the hand that it may begin.
  see(told: Told, promise: Noted | null, seat: Seat | 0): void {
    const { viewer } = told.view;
    const one: Shown = {
      n: told.n,
      viewer: viewer === 'spectator' ? 0 : viewer,
      events: told.type === 'events' ? eventsText(told.events) : '',
      view: viewText(told.view),
    };
    if (this.known(one)) return;
    const last = this.hands.at(-1);
    if (told.events.some((event) => event.event === 'began') || !last)
      this.begin(one.events ? promise : null, seat);
    this.hands.at(-1)?.shown.push(one);
    this.tidy();
  }

  // Which game and which hand it is.
  look(room: Room): void {
    if (room.stage === 'lobby') [this.game, this.hands] = ['', []];
    if (!room.game) return;
    if (this.game && this.game !== room.game)
      this.hands = this.hands.filter((one) => one.promise?.hand === 1).slice(-1);
    this.game = room.game;
    const last = this.hands.at(-1);
    if (last?.hand === 0 && room.stage !== 'dealing') last.hand = room.hands ?? 0;
  }

  unjudged(): ShownHand[] {
    return this.hands.filter((one) => !one.judged && one.hand > 0);
  }

  judged(hands: ShownHand[]): void {
    for (const one of hands) [one.shown, one.judged] = [[], true];
  }

  private begin(promise: Noted | null, seat: Seat | 0): void {
    const last = this.hands.at(-1);
    const next = last?.hand ? last.hand + 1 : 0;
    const fits = promise && (!last || promise.hand > last.hand);
    this.hands.push({ hand: fits ? promise.hand : next, seat, promise: fits ? promise : null, shown: [], ...NOTHING });
  }

  // A repetition: after a lost connection, or a table that has not changed since.
  private known(one: Shown): boolean {
    const shown = this.hands.at(-1)?.shown ?? [];
    const last = shown.at(-1);
    if (!one.events) return last?.viewer === one.viewer && last.view === one.view;
    return shown.some((old) =>
      old.n === one.n && old.viewer === one.viewer && old.events === one.events && old.view === one.view);
  }

  private tidy(): void {
    const size = (hand: ShownHand): number =>
      hand.shown.reduce((sum, { events, view }) => sum + events.length + view.length, 0);
    let all = this.hands.reduce((sum, hand) => sum + size(hand), 0);
    for (const hand of this.hands)
      if (all > KEPT_MOST) {
        all -= size(hand);
        [hand.shown, hand.cut] = [[], true];
      }
  }
}
