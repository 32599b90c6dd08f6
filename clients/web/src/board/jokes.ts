// The joke of the joke card: which one is told, who tells it, and what the others say to it. All at a table hear the
// same one, because it follows from the number of the message.
import type { Event, Seat, Told } from '../table/wire';
import { cardParts, capital, seatName, type Line, type Speaker } from '../words/game';
import { addWords, has, say, t, type Part } from '../words/words.svelte';
import type { Bubble } from './bubbles';

export const JOKES = 24; // in words/jokes.es.json and jokes.en.json
export const ANSWERS = 4; // to a good one, and to a bad one

const words: Part = {
  es: () => import('../../../../words/jokes.es.json'),
  en: () => import('../../../../words/jokes.en.json'),
};
export const loadJokes = (): Promise<void> => addWords(words);

// The ready rule, or a rule that asks the same.
const ASKS = '"Did you laugh?"';
export const isJoke = (rule: string | undefined): boolean => rule?.trim() === 'joke' || Boolean(rule?.includes(ASKS));

// Who tells a joke now; 0: nobody. A joke card that ends the hand tells none.
export function tellerIn({ events, view }: Pick<Told, 'events' | 'view'>, rules: readonly string[]): Seat | 0 {
  if (view.awaits?.kind !== 'vote') return 0;
  const told = events.find(({ event, card }) =>
    event === 'played' && isJoke(rules[cardParts(card ?? '').custom - 1]));
  return told?.seat ?? 0;
}

// From the number of the message; one that has been told at this table gives way to the next.
export function jokeFor(n: number, before: Iterable<number>): number {
  const told = new Set(before);
  const first = Math.imul(n, 2654435761) >>> 8;
  for (let i = 0; i < JOKES; ++i) if (!told.has((first + i) % JOKES)) return (first + i) % JOKES;
  return first % JOKES;
}

export interface Said {
  bubbles: Map<Seat, Bubble>;
  lines: Line[]; // for the log
}

// The jokes of one table.
export class Jokes {
  readonly #told = new Map<number, number>(); // the joke of each message
  #telling: { seat: Seat; bubble: Bubble } | null = null;

  hear(told: Told, to: Speaker): Said {
    const out: Said = { bubbles: new Map(), lines: [] };
    const seat = tellerIn(told, to.rules ?? []);
    if (seat && has('web.jokes.tell.1')) {
      const text = say(`web.jokes.tell.${this.#joke(told.n) + 1}`);
      this.#telling = { seat, bubble: { text, long: true } };
      out.bubbles.set(seat, { ...this.#telling.bubble, stays: true });
      out.lines.push({ text: t('web.board.tells', capital(seatName(seat, to)), text), event: { event: 'joke', seat } });
      return out;
    }
    if (!this.#telling) return out;
    for (const event of told.events) this.#answer(event, told.n, out.bubbles);
    if (told.view.awaits?.kind === 'vote') return out;
    out.bubbles.set(this.#telling.seat, this.#telling.bubble); // from now on it fades
    this.#telling = null;
    return out;
  }

  #joke(n: number): number {
    const others = [...this.#told].filter(([at]) => at < n).map(([, joke]) => joke);
    const joke = jokeFor(n, others);
    this.#told.set(n, joke);
    return joke;
  }

  #answer({ event, seat, vote }: Event, n: number, out: Map<Seat, Bubble>): void {
    if (event === 'voted' && seat)
      out.set(seat, { text: say(`web.jokes.${vote ? 'laugh' : 'shrug'}.${((n + seat) % ANSWERS) + 1}`) });
  }
}
