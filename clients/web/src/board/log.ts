// The last moves as text with cards and colours in it, and which of them are spoken.
import { feltIn, type Mood } from '../faces/moods';
import type { Card, ColorLetter, Event, Seat, Told } from '../table/wire';
import { capital, cardName, colorName, storyLines, type Line, type Speaker } from '../words/game';

// A piece of a line: plain words, or those of a card or a colour.
export interface LogPart {
  text: string;
  card?: Card;
  color?: ColorLetter;
}

export interface LogLine {
  n: number; // of the message that it belongs to
  seat: Seat | 0; // who it is about
  mood: Mood; // of whom it is about
  text: string; // all of it
  parts: LogPart[];
}

const KEPT = 400;

// The cards and the colour of an event, as words in the order in which its sentence names them.
function namedIn({ card, cards = [], color }: Event): LogPart[] {
  const named: LogPart[] = [...(card ? [card] : []), ...cards].map((one) => ({ text: cardName(one), card: one }));
  return color ? [...named, { text: colorName(color), color: color[0] as ColorLetter }] : named;
}

// The line cut where it names a card or a colour. What is not found stays as words.
export function partsOf({ text, event }: Line): LogPart[] {
  const out: LogPart[] = [];
  let from = 0;
  for (const part of namedIn(event)) {
    const at = [part.text, capital(part.text)].map((name) => text.indexOf(name, from)).find((place) => place >= 0);
    if (at === undefined) continue;
    if (at > from) out.push({ text: text.slice(from, at) });
    from = at + part.text.length;
    out.push({ ...part, text: text.slice(at, from) });
  }
  return from < text.length ? [...out, { text: text.slice(from) }] : out;
}

function lineOf(n: number, line: Line): LogLine {
  const seat = line.event.seat ?? 0;
  const mood = feltIn([line.event]).get(seat) ?? 'calm';
  return { n, seat, mood, text: line.text, parts: partsOf(line) };
}

// Going back in a replay shows what was there at that point: later lines disappear. `more`: said besides.
export function grown(lines: readonly LogLine[], told: Told, to: Speaker, more: readonly Line[] = []): LogLine[] {
  const before = lines.filter((line) => line.n < told.n);
  const now = [...storyLines(told.events, to), ...more].map((line) => lineOf(told.n, line));
  return [...before, ...now].slice(-KEPT);
}

export const PAUSE = 600; // milliseconds in which a voice gathers what it says
// Ten bots can do a lot in a second. When a voice cannot keep up, older lines are left out, not the latest.
export class Voice {
  readonly #speak: (text: string) => void;
  readonly #pause: number;
  readonly #most: number;
  #lines: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(speak: (text: string) => void, pause = PAUSE, most = 5) {
    this.#speak = speak;
    this.#pause = pause;
    this.#most = most;
  }

  say(lines: readonly string[]): void {
    this.#lines.push(...lines.filter(Boolean));
    if (this.#lines.length && this.#timer === undefined) this.#timer = setTimeout(() => this.#flush(), this.#pause);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#lines = [];
  }

  #flush(): void {
    this.#timer = undefined;
    this.#speak(this.#lines.slice(-this.#most).join('. '));
    this.#lines = [];
  }
}
