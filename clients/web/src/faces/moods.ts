// How the people at a table feel about what happens, as their faces show it.
import type { SeatLabel } from '../table/board-props';
import type { Event, Seat, View } from '../table/wire';

export type Mood = 'calm' | 'thinking' | 'glad' | 'bored' | 'annoyed' | 'shocked' | 'sleepy';

export const LASTS = 2600; // milliseconds that a feeling shows

// Of several feelings at once, the stronger one shows.
const STRENGTH: Mood[] = ['calm', 'thinking', 'sleepy', 'bored', 'annoyed', 'glad', 'shocked'];

interface Feeling {
  who: 'seat' | 'other';
  mood: Mood;
}
const seat = (mood: Mood): Feeling => ({ who: 'seat', mood });
const other = (mood: Mood): Feeling => ({ who: 'other', mood });

// By event; where it matters how it went, with that behind a space.
const FELT: Record<string, Feeling[]> = {
  accepted: [seat('annoyed')],
  called: [seat('glad')],
  caught: [seat('glad'), other('shocked')],
  'challenged guilty': [seat('glad'), other('shocked')],
  'challenged not guilty': [seat('annoyed'), other('glad')],
  'drew-nothing': [seat('bored')],
  'drew again': [seat('annoyed')],
  ended: [seat('glad')],
  gave: [seat('glad'), other('annoyed')],
  'lost-turn': [seat('annoyed')],
  power: [seat('glad')],
  stuck: [seat('annoyed')],
  swapped: [seat('glad'), other('shocked')],
  threw: [seat('glad')],
  'voted no': [seat('bored')],
  'voted yes': [seat('glad')],
  'went-off': [seat('shocked')],
};

const HOW: Record<string, (event: Event) => string> = {
  challenged: ({ guilty }) => (guilty ? 'guilty' : 'not guilty'),
  voted: ({ vote }) => (vote ? 'yes' : 'no'),
};

// Whoever draws one card is not moved by it, but by the next ones.
function kindOf(event: Event, before: readonly Event[]): string {
  const again = event.event === 'drew' && before.some((one) => one.event === 'drew' && one.seat === event.seat);
  const how = again ? 'again' : HOW[event.event]?.(event);
  return how ? `${event.event} ${how}` : event.event;
}

const stronger = (one: Mood, than: Mood | undefined): boolean =>
  than === undefined || STRENGTH.indexOf(one) > STRENGTH.indexOf(than);

// What these events make people feel.
export function feltIn(events: readonly Event[]): Map<Seat, Mood> {
  const out = new Map<Seat, Mood>();
  for (const [i, event] of events.entries())
    for (const { who, mood } of FELT[kindOf(event, events.slice(0, i))] ?? []) {
      const whose = event[who];
      if (whose && stronger(mood, out.get(whose))) out.set(whose, mood);
    }
  return out;
}

// How somebody feels while nothing happens.
export function restingMood(view: View, whose: Seat, label?: SeatLabel): Mood {
  if (label?.here === false || label?.away || label?.joins) return 'sleepy';
  if (view.champions?.length) return view.champions.includes(whose) ? 'glad' : 'calm';
  if (view.phase === 'won') return view.winner === whose ? 'glad' : 'calm';
  return view.awaits?.seat === whose ? 'thinking' : 'calm';
}

// Somebody who is not there feels nothing.
export function moodOf(view: View, whose: Seat, felt: ReadonlyMap<Seat, Mood>, label?: SeatLabel): Mood {
  const resting = restingMood(view, whose, label);
  return resting === 'sleepy' ? resting : (felt.get(whose) ?? resting);
}
