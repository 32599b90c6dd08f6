// A telling in two halves, where a great moment shows what is about to happen: first the card comes, alone; what it
// does follows when the moment has shown it. Only cards that the events name are moved from one view to the other.
import type { Card, Event, Seat, SeatView, Told, View } from '../table/wire';
import { movesCards } from './flights';
import { showsFirst, thrownBy, type Telling } from './moments/moments';

export interface Halves {
  first: Told; // there is nothing to press in it
  then: Told;
  thrown: ReadonlySet<Event>; // cards whose way the moment itself has shown
}

const less = (cards: Card[] | undefined, card: Card): Card[] | undefined => {
  const at = cards?.indexOf(card) ?? -1;
  return at < 0 ? cards : cards?.filter((_, i) => i !== at);
};
const at = (view: View, seat: Seat | null | undefined, change: (one: SeatView) => SeatView): SeatView[] =>
  view.seats.map((one) => (one.seat === seat ? change(one) : one));

// What is to be seen of a card that comes.
const COMES: Record<string, (view: View, event: Event) => View> = {
  played: (view, { seat, card, color }) => ({
    ...view, top: card ?? view.top, color: color ?? view.color, discards: view.discards + 1,
    seats: at(view, seat, (one) => ({ ...one, count: one.count - 1, cards: less(one.cards, card ?? '') })),
  }),
  drew: (view, { seat, card }) => ({
    ...view, pile: view.pile - 1,
    seats: at(view, seat, (one) => ({
      ...one, count: one.count + 1, cards: card && one.cards ? [...one.cards, card] : one.cards,
    })),
  }),
  'went-off': (view) => view, // it is told as drawn, too
};

// Null: it is shown at once. `n`: of the first.
export function halvesOf(told: Told, before: View, you: Seat | 0, n = told.n - 0.5): Halves | null {
  const telling: Telling = { events: told.events, before, view: told.view };
  const cut = showsFirst(telling, you) + 1;
  const [head, rest] = [told.events.slice(0, cut), told.events.slice(cut)];
  if (!cut || !rest.length || head.some((one) => movesCards(one) && !COMES[one.event])) return null;
  const view = head.reduce((so, event) => COMES[event.event]?.(so, event) ?? so, before);
  return {
    first: { ...told, n, events: head, view: { ...view, awaits: null }, moves: [] },
    then: { ...told, events: rest },
    thrown: new Set(told.events.flatMap((_, i) => thrownBy(told.events, i))),
  };
}

// Whoever hears of the next thing in the middle of the first half sees what is left of both.
export const joined = ({ then }: Halves, next: Told): Told => ({ ...next, events: [...then.events, ...next.events] });
