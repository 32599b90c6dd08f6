// What all at the table feel when something happens, and what of it hit you: from masked events alone, so no card is
// seen that the viewer was not told. Pure: Moments.svelte plays it, words.ts says it.
import type { Card, ColorLetter, Event, Seat, View } from '../../table/wire';
import type { SoundName } from '../../ui/sound';

export type Kind =
  | 'creeper' | 'hyper' | 'streams' | 'power' | 'judged' | 'custom' // the great ones: the table holds its breath
  | 'four' | 'beam' | 'uno' | 'caught' | 'hit' | 'stack' | 'skip' | 'reverse' | 'one' | 'zoom' | 'brake';

export interface Moment {
  kind: Kind;
  from: Seat | 0; // who did it; 0: nobody
  to: Seat | 0; // whom it meets
  color: ColorLetter | null;
  count: number; // of cards, where they are counted
  cards: (Card | null)[]; // null: not told, a back
  throws: { seat: Seat; card: Card }[]; // onto the beam
  yes: boolean; // of a judgement: it was a bluff
}

export interface Manner {
  lasts: number; // milliseconds
  rank: number; // of several the two highest are played
  veil: boolean; // the table goes dark behind it
  does?: number; // after so long it has shown what is about to happen: then it happens
  sounds: [after: number, name: SoundName][];
}

export const AFTER = 220; // milliseconds in which the card lands first
export const AT_MOST = 2; // at once: one that plays and one that waits

export const MANNERS: Record<Kind, Manner> = {
  creeper: { lasts: 1650, rank: 9, veil: true, does: 1330, sounds: [[0, 'fuse'], [660, 'boom']] },
  streams: { lasts: 1500, rank: 9, veil: true, sounds: [[0, 'streams']] },
  hyper: { lasts: 1450, rank: 9, veil: true, sounds: [[0, 'hyper']] },
  judged: { lasts: 1650, rank: 9, veil: true, does: 1440, sounds: [[640, 'gavel']] },
  power: { lasts: 1550, rank: 8, veil: true, sounds: [[0, 'medal']] },
  custom: { lasts: 1650, rank: 8, veil: true, does: 1480, sounds: [[0, 'rule']] },
  four: { lasts: 1050, rank: 7, veil: false, sounds: [[0, 'four']] },
  beam: { lasts: 1000, rank: 6, veil: false, sounds: [[0, 'beam']] },
  caught: { lasts: 1000, rank: 6, veil: false, sounds: [] }, // sounds.ts has these two
  uno: { lasts: 950, rank: 6, veil: false, sounds: [] },
  stack: { lasts: 850, rank: 5, veil: false, sounds: [[0, 'stack']] },
  hit: { lasts: 850, rank: 5, veil: false, sounds: [[180, 'hit']] },
  skip: { lasts: 750, rank: 4, veil: false, sounds: [[0, 'skip']] },
  reverse: { lasts: 850, rank: 4, veil: false, sounds: [[0, 'reverse']] },
  zoom: { lasts: 650, rank: 3, veil: false, sounds: [[0, 'zoom']] },
  one: { lasts: 850, rank: 3, veil: false, sounds: [[0, 'one']] },
  brake: { lasts: 700, rank: 3, veil: false, sounds: [[0, 'brake']] },
};

// One telling, with what was so before it.
export interface Telling {
  events: readonly Event[];
  before: View | null;
  view: View;
}
type Found = Pick<Moment, 'kind'> & Partial<Moment>;
type Reader = (event: Event, at: number, telling: Telling) => Found | null;

const PLAYS = ['played', 'flipped', 'turned'];
const symbol = (card: Card | null | undefined): string => (card?.startsWith('W') ? card : (card ?? '').slice(1));
const has = (events: readonly Event[], name: string): boolean => events.some(({ event }) => event === name);
// The play that an event follows from; none: it was made before this telling.
export const cause = (events: readonly Event[], at: number): Event | undefined =>
  events.slice(0, at + 1).findLast(({ event }) => PLAYS.includes(event));

// The next whose turn it is to draw, and how much: extra cards of what went off are not among them.
function drawsAfter(events: readonly Event[], at: number): { seat: Seat | 0; drawn: number } {
  const rest = events.slice(at + 1);
  const upTo = rest.findIndex(({ event }) => PLAYS.includes(event));
  const draws = (upTo < 0 ? rest : rest.slice(0, upTo)).filter(({ event }) => event === 'drew');
  const seat = draws[0]?.seat ?? 0;
  const bombs = rest.filter((one) => one.event === 'went-off' && one.seat === seat).length;
  return { seat, drawn: draws.filter((one) => one.seat === seat).length - EXTRA * bombs };
}
const EXTRA = 3; // CREEPER-1

// The cards that a creeper throws at whoever drew it; of any other event there are none.
export function thrownBy(events: readonly Event[], at: number): Event[] {
  const bomb = events[at];
  if (bomb?.event !== 'went-off') return [];
  return events.slice(at + 1).filter((one) => one.event === 'drew' && one.seat === bomb.seat).slice(0, EXTRA);
}

// A card that hits whoever is next: at once, or they are asked.
function attack(event: Event, at: number, { events, view }: Telling): Found | null {
  const four = event.card === 'W4';
  const asks = events.find((one) => one.event === 'awaits' && one.kind === 'challenge');
  const sum = events.slice(at).find((one) => one.event === 'sum')?.value ?? 0;
  const { from, color } = { from: event.seat ?? 0, color: event.color ?? colorOf(event.card) };
  if (asks) {
    const to = asks.seat ?? 0;
    const grows = event.as === 'answer' || !four;
    return { kind: grows ? 'stack' : 'four', from, to, color, count: sum || (view.sum ?? 0), cards: [event.card!] };
  }
  const { seat, drawn } = drawsAfter(events, at);
  return seat ? { kind: 'hit', from, to: seat, color, count: drawn, cards: [event.card!] } : null;
}

// What its player does with a wild: a rule, the beam. Of a last card nothing happens (END-2).
const wild = (kind: Kind): Reader => (event, _, { events }) =>
  has(events, 'ended') ? null
    : { kind, from: event.seat ?? 0, color: event.color ?? null, cards: [event.card!], count: customOf(event.card) };
export const customOf = (card: Card | null | undefined): number => Number(/^Wc(\d+)$/.exec(card ?? '')?.[1] ?? 0);
export const colorOf = (card: Card | null | undefined): ColorLetter | null =>
  /^[rygb]/.test(card ?? '') ? (card![0] as ColorLetter) : null;

// By what stands on the card; the number of a custom wild counts for nothing here.
const ON_CARD: Record<string, Reader> = { '+2': attack, W4: attack, Wx: wild('streams'), Wc: wild('custom') };
const laid: Reader = (event, at, telling) =>
  ON_CARD[symbol(event.card).replace(/^Wc\d+$/, 'Wc')]?.(event, at, telling) ?? null;

const READERS: Record<string, Reader> = {
  played: laid,
  flipped: laid,
  turned: (event, at, telling) => (symbol(event.card) === '+2' ? attack(event, at, telling) : null),
  accepted: (event, at, { events, before }) => ({
    kind: 'hit', from: before?.course.accused ?? 0, to: event.seat ?? 0, color: before?.color ?? null,
    count: before?.sum ?? drawsAfter(events, at).drawn,
  }),
  challenged: (event, at, { events, view }) => {
    const { seat, drawn } = drawsAfter(events, at);
    const shown = events.find((one) => one.event === 'shown' && one.seat === event.other)?.cards;
    const held = (view.seats[(event.other ?? 0) - 1]?.count ?? 0) - (seat === event.other ? drawn : 0);
    const cards = shown ?? Array<null>(Math.max(0, held)).fill(null);
    return {
      kind: 'judged', from: event.seat ?? 0, to: event.other ?? 0, yes: event.guilty === true, count: drawn,
      color: view.color, cards,
    };
  },
  'went-off': (event, at, { events }) => {
    const cards = thrownBy(events, at).map((one) => one.card ?? null);
    return { kind: 'creeper', to: event.seat ?? 0, count: cards.length, cards };
  },
  hyperspeed: (event) => ({ kind: event.color ? 'hyper' : 'brake', color: event.color ?? null }),
  threw: (event) =>
    event.card ? { kind: 'beam', from: event.seat ?? 0, color: colorOf(event.card), throws: [thrown(event)] } : null,
  power: (event, _, { before }) => ({
    kind: 'power', to: event.seat ?? 0, color: (event.color?.[0] ?? null) as ColorLetter | null,
    from: Object.entries(before?.power ?? {}).find(([color]) => color === (event.color as string))?.[1] ?? 0,
  }),
  called: (event) => ({ kind: 'uno', to: event.seat ?? 0 }),
  caught: (event, at, { events }) =>
    ({ kind: 'caught', from: event.seat ?? 0, to: event.other ?? 0, count: drawsAfter(events, at).drawn }),
  owes: (event, _, { before }) => {
    const fresh = ((event.seats as Seat[] | undefined) ?? []).find((seat) => !before?.owes?.includes(seat));
    return fresh ? { kind: 'one', to: fresh } : null;
  },
  direction: (event, at, { events, view }) => {
    const by = cause(events, at);
    return by && symbol(by.card) === 'v'
      ? { kind: 'reverse', from: by.seat ?? 0, color: colorOf(by.card) ?? view.color, yes: event.direction === 'left' }
      : null;
  },
  'lost-turn': (event, at, { events, view }) => {
    const by = cause(events, at);
    const taken = events.slice(0, at).some((one) => one.event === 'drew' && one.seat === event.seat);
    if (!by || taken) return null;
    const fast = view.hyperspeed !== undefined && !['s', 'v'].includes(symbol(by.card));
    return { kind: fast ? 'zoom' : 'skip', from: by.seat ?? 0, to: event.seat ?? 0, color: view.color };
  },
};
const thrown = (event: Event): { seat: Seat; card: Card } => ({ seat: event.seat ?? 0, card: event.card! });

const BLANK = { from: 0, to: 0, color: null, count: 0, cards: [], throws: [], yes: false } as const;

// Everything that is to be felt of one telling, in order; throws are one beam, bombs in one hand one blast.
export function allMoments(telling: Telling): Moment[] {
  const out: Moment[] = [];
  for (const [at, event] of telling.events.entries()) {
    const found = READERS[event.event]?.(event, at, telling);
    if (!found) continue;
    const one: Moment = { ...BLANK, cards: [], throws: [], ...found };
    const same = out.find((other) => other.kind === one.kind && ['beam', 'creeper'].includes(one.kind)
      && other.to === one.to);
    if (same) {
      same.throws.push(...one.throws);
      same.cards.push(...one.cards);
      same.count += one.count;
    } else out.push(one);
  }
  return out;
}

// Those that are played: at most two, the great before the small, and what meets you before what meets others.
export function moments(telling: Telling, you: Seat | 0): Moment[] {
  const all = allMoments(telling);
  const worth = (one: Moment): number => MANNERS[one.kind].rank + (you && one.to === you ? 1 : 0);
  const best = [...all].sort((a, b) => worth(b) - worth(a)).slice(0, AT_MOST);
  return all.filter((one) => best.includes(one));
}

const BEGINS: Partial<Record<Kind, string>> = { creeper: 'went-off', judged: 'challenged' };
// The last event before what a moment shows in advance; -1: no moment of this telling does.
export function showsFirst(telling: Telling, you: Seat | 0): number {
  const first = moments(telling, you).find(({ kind }) => MANNERS[kind].does !== undefined);
  const name = first && BEGINS[first.kind];
  const starts = ({ event, card }: Event): boolean =>
    name ? event === name : PLAYS.includes(event) && card === first?.cards[0];
  return first ? telling.events.findIndex(starts) : -1;
}

// For how long bots wait, where somebody gives them time: only for what darkens the table.
export function holdsFor(telling: Telling, you: Seat | 0): number {
  return moments(telling, you).reduce((sum, one) => sum + (MANNERS[one.kind].veil ? MANNERS[one.kind].lasts : 0), 0);
}
