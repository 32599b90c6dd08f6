// What is said besides the game: the joke of the joke card, how bots answer when there is a vote, and now and then a
// word of theirs when something great meets them. All at a table hear the same, because it follows from the number of
// the message. Fetched when the table stands.
import { characterOf } from '../faces/character';
import type { SeatLabel } from '../table/board-props';
import type { Event, Seat, Told, View } from '../table/wire';
import { capital, seatName, type Line, type Speaker } from '../words/game';
import { addWords, say, t, type Part } from '../words/words.svelte';
import type { Bubble } from './bubbles';
import { tellerIn } from './jokes';
import { allMoments, type Kind } from './moments/moments';

export const JOKES = 24; // in words/speech.es.json and speech.en.json
export const ANSWERS = 4; // of each character: to a good joke, to a bad one, yes, no
export const WORDS = 3; // of each character, at each great moment

const words: Part = {
  es: () => import('../../../../words/speech.es.json'),
  en: () => import('../../../../words/speech.en.json'),
};
export const loadSpeech = (): Promise<void> => addWords(words);

const spread = (n: number): number => Math.imul(n, 2654435761) >>> 8;

// From the number of the message; one that has been told at this table gives way to the next.
export function jokeFor(n: number, before: Iterable<number>): number {
  const told = new Set(before);
  const first = spread(n);
  for (let i = 0; i < JOKES; ++i) if (!told.has((first + i) % JOKES)) return (first + i) % JOKES;
  return first % JOKES;
}

// What meets somebody so much that they may say something; of several the first.
const MET: Kind[] = ['creeper', 'caught', 'hit'];
const MANY = 4; // cards

interface Met {
  seat: Seat;
  what: string;
}
export function metIn({ events, view }: Pick<Told, 'events' | 'view'>, before: View | null): Met[] {
  const winner = events.find(({ event }) => event === 'ended')?.seat;
  const met = allMoments({ events, before, view })
    .filter(({ kind, count }) => MET.includes(kind) && (kind !== 'hit' || count >= MANY))
    .sort((a, b) => MET.indexOf(a.kind) - MET.indexOf(b.kind));
  return [...(winner ? [{ seat: winner, what: 'win' }] : []), ...met.map(({ to, kind }) => ({ seat: to, what: kind }))];
}

export interface Said {
  bubbles: Map<Seat, Bubble>;
  lines: Line[]; // for the log
}

// What is said at one table.
export class Remarks {
  readonly #told = new Map<number, number>(); // the joke of each message
  #telling: { seat: Seat; bubble: Bubble } | null = null;
  #before: View | null = null;

  hear(told: Told, to: Speaker, labelOf: (seat: Seat) => SeatLabel): Said {
    const out: Said = { bubbles: new Map(), lines: [] };
    const { n, events, view } = told;
    const met = metIn(told, this.#before).find(({ seat }) => characterOf(labelOf(seat)));
    this.#before = view;
    const teller = tellerIn(told, to.rules ?? []);
    if (teller) this.#tell(n, teller, to, out);
    const joking = this.#telling !== null;
    for (const event of teller ? [] : events) this.#answer(event, n, joking, labelOf, out.bubbles);
    if (this.#telling && view.awaits?.kind !== 'vote') {
      out.bubbles.set(this.#telling.seat, this.#telling.bubble); // from now on it fades
      this.#telling = null;
    }
    // Every other time, as the messages come.
    if (met && spread(n) % 2 && !out.bubbles.has(met.seat))
      out.bubbles.set(met.seat, { text: phrase(labelOf(met.seat), met.what, spread(n) >>> 1, WORDS), aside: true });
    return out;
  }

  #tell(n: number, seat: Seat, to: Speaker, out: Said): void {
    const text = say(`web.speech.joke.${this.#joke(n) + 1}`);
    this.#telling = { seat, bubble: { text, long: true } };
    out.bubbles.set(seat, { ...this.#telling.bubble, stays: true });
    out.lines.push({ text: t('web.board.tells', capital(seatName(seat, to)), text), event: { event: 'joke', seat } });
  }

  #joke(n: number): number {
    const others = [...this.#told].filter(([at]) => at < n).map(([, joke]) => joke);
    const joke = jokeFor(n, others);
    this.#told.set(n, joke);
    return joke;
  }

  // People have said yes or no already (bubbles.ts).
  #answer(
    { event, seat, vote }: Event, n: number, joking: boolean, labelOf: (seat: Seat) => SeatLabel,
    out: Map<Seat, Bubble>,
  ): void {
    if (event !== 'voted' || !seat || !characterOf(labelOf(seat))) return;
    const [yes, no] = joking ? ['laugh', 'shrug'] : ['yes', 'no'];
    // Neighbours who answer one after the other say different things, whichever way it goes round.
    out.set(seat, { text: phrase(labelOf(seat), vote ? yes : no, 2 * n + seat, ANSWERS) });
  }
}

const phrase = (label: SeatLabel, what: string | undefined, which: number, of: number): string =>
  say(`web.speech.${characterOf(label)}.${what}.${(which % of) + 1}`);
