// What the guide of the first game says. It looks at what the table said and at what can be done, never at which
// buttons were pressed, so it has something to say whatever the person does.
import type { Card, Event, Seat, Told, View } from '../table/wire';
import {
  cardAbout, cardName, cardNames, cardParts, colorName, moveParts, seatName, type Speaker,
} from '../words/game';
import type { FirstId } from './learn-words';

export const topics = ['color', 'number', 'action', 'draw', 'wild', 'uno', 'catch'] as const;
export type Topic = (typeof topics)[number];

export interface Memory {
  shown: FirstId[]; // has been explained
  topics: Topic[]; // the person has done it
}
export interface CoachLine {
  id: FirstId;
  places: (string | number)[];
}
export interface Coaching {
  memory: Memory;
  reaction: CoachLine | null; // about what has just happened
  advice: CoachLine[]; // what there is to do
}

const line = (id: FirstId, ...places: (string | number)[]): CoachLine => ({ id, places });
export const nothingSaid: Memory = { shown: [], topics: [] };

const isNumber = (card: Card): boolean => /^\d$/.test(cardParts(card).symbol);

// What a card has in common with the top card.
export function relation(card: Card, view: View): 'color' | 'number' | 'symbol' | 'wild' {
  const { color, symbol } = cardParts(card);
  if (!color) return 'wild';
  if (color === view.color) return 'color';
  const top = view.top ? cardParts(view.top) : null;
  if (top?.symbol === symbol) return isNumber(card) ? 'number' : 'symbol';
  return 'color';
}

function topicsOf(event: Event, before: View | null, you: Seat): Topic[] {
  if (event.event === 'caught' && event.seat === you) return ['catch'];
  if (event.seat !== you) return [];
  if (event.event === 'called') return ['uno'];
  if (event.event === 'kept') return ['draw'];
  if (event.event !== 'played' || !event.card || !before) return [];
  const out: Topic[] = [];
  const how = relation(event.card, before);
  if (how !== 'symbol') out.push(how);
  if (how !== 'wild' && !isNumber(event.card)) out.push('action');
  if (before.awaits?.kind === 'drawn') out.push('draw');
  return out;
}

function reactionTo(event: Event, events: readonly Event[], before: View | null, to: Speaker): CoachLine | null {
  const mine = event.seat === to.you;
  switch (event.event) {
    case 'caught':
      if (mine) return line('did_catch', seatName(event.other ?? 0, to));
      return event.other === to.you ? line('caught') : null;
    case 'called': return mine ? line('uno_said') : null;
    case 'kept': return mine ? line('good_draw') : null;
    case 'lost-turn': {
      if (!mine) return null;
      const drawn = events.filter((one) => one.event === 'drew' && one.seat === to.you).length;
      return drawn ? line('hit', drawn) : line('skipped');
    }
    case 'direction': return line('turned');
    case 'played': {
      if (!event.card || !before) return null;
      if (!mine) return event.color ? line('named', colorName(event.color)) : null;
      const how = relation(event.card, before);
      return how === 'wild' ? line('good_wild', colorName(event.color)) : line(`good_${how}`);
    }
    default: return null;
  }
}

// What matters more than everything else that happened at the same time.
const WEIGHT: Partial<Record<FirstId, number>> = { caught: 5, did_catch: 5, hit: 4, skipped: 4, uno_said: 3 };

function react(told: Told, before: View | null, to: Speaker): CoachLine | null {
  let best: CoachLine | null = null;
  for (const event of told.events) {
    const next = reactionTo(event, told.events, before, to);
    if (next && (WEIGHT[next.id] ?? 1) >= (best ? (WEIGHT[best.id] ?? 1) : 0)) best = next;
  }
  return best;
}

// The first thing that could be done now and has not been explained yet.
function lesson(cards: Card[], view: View, memory: Memory): CoachLine | null {
  const fresh = (id: FirstId): boolean => !memory.shown.includes(id);
  const find = (test: (card: Card) => boolean): Card | undefined => cards.find(test);
  const by = (how: string) => (card: Card) => relation(card, view) === how;
  const color = find((card) => by('color')(card) && isNumber(card)) ?? find(by('color'));
  if (color && fresh('color')) return line('color', cardName(color));
  const number = find(by('number'));
  if (number && fresh('number')) return line('number', cardName(number));
  const action = find((card) => !by('wild')(card) && !isNumber(card));
  if (action && fresh('action')) return line('action', cardName(action), cardAbout(action));
  const wild = find((card) => card === 'W');
  if (wild && fresh('wild')) return line('wild', cardName(wild));
  const four = find((card) => by('wild')(card) && card !== 'W');
  if (four && fresh('four')) return line('four', cardName(four), cardAbout(four));
  const symbol = find(by('symbol'));
  return symbol && fresh('symbol') ? line('symbol', cardName(symbol)) : null;
}

function turnAdvice(told: Told, memory: Memory, to: Speaker): CoachLine[] {
  const { view, moves } = told;
  const plays = moves.map((move) => moveParts(move)).filter(({ verb }) => verb === 'play');
  const playable = [...new Set(plays.map(({ card }) => card))].filter((card) => card !== null);
  const own = view.seats.find(({ seat }) => seat === to.you)?.count ?? 0;
  const near = view.seats.find(({ seat, count }) => seat !== to.you && count === 1);
  if (!playable.length) return [line(memory.shown.includes('draw') ? 'stuck' : 'draw')];
  if (own === 2) return [line('uno_soon')];
  if (own === 1) return [line('turn_one')];
  const taught = lesson(playable, view, memory);
  if (taught) return [taught];
  return [near ? line('near', seatName(near.seat, to)) : line('turn')];
}

function drawnAdvice({ view, moves }: Told): CoachLine {
  const card = cardNames(view.drawn ?? []);
  const plays = moves.some((move) => move.startsWith('play '));
  if (plays && moves.includes('keep')) return line('drawn_choice', card);
  return line(plays ? 'drawn_fits' : 'drawn_keep', card);
}

function advise(told: Told, memory: Memory, to: Speaker): CoachLine[] {
  const { view, moves } = told;
  if (view.phase !== 'running') return ending(view, to);
  const debtor = moves.map((move) => moveParts(move)).find(({ verb }) => verb === 'catch');
  if (debtor) return [line('catch', seatName(debtor.number, to))];
  if (moves.includes('uno')) return [line('uno_now')];
  if (!view.awaits) return [];
  if (view.awaits.seat !== to.you) return [line('wait', seatName(view.awaits.seat, to))];
  switch (view.awaits.kind) {
    case 'turn': return turnAdvice(told, memory, to);
    case 'drawn': return [drawnAdvice(told)];
    case 'challenge': return [line('challenge')];
    default: return [line('choose')];
  }
}

function ending(view: View, to: Speaker): CoachLine[] {
  if (!view.winner) return [line('blocked')];
  const points = view.seats.find(({ seat }) => seat === view.winner)?.points ?? 0;
  const who = view.winner === to.you ? line('won') : line('lost', seatName(view.winner, to));
  return [who, line('score', points)];
}

// The bots leave time for what has to be done quickly.
export const inTime = (told: Told): boolean =>
  told.moves.some((move) => move === 'uno' || move.startsWith('catch '));

export function coach(memory: Memory, before: View | null, told: Told, to: Speaker): Coaching {
  const done = told.events.flatMap((event) => topicsOf(event, before, to.you));
  const known = topics.filter((topic) => memory.topics.includes(topic) || done.includes(topic));
  const advice = advise(told, memory, to);
  const shown = new Set([...memory.shown, ...advice.map(({ id }) => id)]);
  return {
    memory: { shown: [...shown], topics: known },
    reaction: react(told, before, to),
    advice,
  };
}

// What is still shown of an earlier reaction: praise for the last turn is old when the next one begins.
export function reactionNow(before: CoachLine | null, said: Coaching, moved: boolean): CoachLine | null {
  const waits = said.advice.every(({ id }) => id === 'wait');
  return said.reaction || moved || !waits ? said.reaction : before;
}
