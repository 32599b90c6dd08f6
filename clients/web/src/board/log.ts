// The last moves as text, and what of them is spoken.
import type { Told } from '../table/wire';
import { story, type Speaker } from '../words/game';

export interface Line {
  n: number; // of the telling it belongs to
  text: string;
}

const KEPT = 400;

// Who goes back in a replay sees what there was to see then: later lines go.
export function grown(lines: readonly Line[], told: Told, to: Speaker): Line[] {
  const before = lines.filter((line) => line.n < told.n);
  const now = story(told.events, to).map((text) => ({ n: told.n, text }));
  return [...before, ...now].slice(-KEPT);
}

// Ten bots can do a lot in a second. What a voice cannot keep up with is left out, not what came last.
export class Voice {
  readonly #speak: (text: string) => void;
  readonly #pause: number;
  readonly #most: number;
  #lines: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(speak: (text: string) => void, pause = 600, most = 5) {
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
