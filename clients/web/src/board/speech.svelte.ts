// What hangs at the seats in bubbles now. Each goes away after a moment, or when its seat says something else.
import type { Seat } from '../table/wire';
import { LASTS, type Bubble } from './bubbles';

interface Hanging {
  bubble: Bubble;
  until: number; // milliseconds
}

export class Speech {
  #said = $state.raw(new Map<Seat, Hanging>());
  #timer: ReturnType<typeof setTimeout> | undefined;

  of(seat: Seat | 0): Bubble | null {
    return this.#said.get(seat)?.bubble ?? null;
  }

  say(seat: Seat, bubble: Bubble): void {
    const until = bubble.stays ? Infinity : Date.now() + LASTS;
    const others = [...this.#said].filter(([, one]) => !(bubble.aside && one.bubble.aside));
    this.#said = new Map([...others, [seat, { bubble, until }]]);
    this.#wait();
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#said = new Map();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const next = Math.min(...[...this.#said.values()].map(({ until }) => until));
    if (next < Infinity) this.#timer = setTimeout(() => this.#drop(), Math.max(0, next - Date.now()));
  }

  #drop(): void {
    const now = Date.now();
    this.#said = new Map([...this.#said].filter(([, { until }]) => until > now));
    this.#wait();
  }
}
