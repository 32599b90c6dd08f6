// What of the tellings the board shows now: all of it, or what comes before the moments that show the rest.
import { moves } from '../settings/settings.svelte';
import type { Event, Seat, Told } from '../table/wire';
import { halvesOf, joined, type Halves } from './halves';

export class Showing {
  now = $state.raw<Told>() as Told;
  whole: readonly Told[]; // those of which all is shown with it
  thrown: ReadonlySet<Event> = new Set(); // another has shown how these cards come
  #last: Told; // that was heard
  #you: Seat | 0 = 0;
  #halves: Halves | null = null; // of which the first is shown

  constructor(first: Told) {
    this.#last = this.now = first;
    this.whole = [first];
  }

  // `plays`: somebody is there to show moments, and to say when they are shown.
  hear(told: Told, you: Seat | 0, plays: boolean): void {
    const before = this.#last;
    if (told === before) return;
    this.#last = told;
    this.#you = you;
    const held = this.#halves;
    this.#halves = null;
    if (held && told.n >= before.n) return this.#show(joined(held, told), [before, told]);
    const follows = told.type === 'events' && told.n > before.n && before.view.phase === 'running';
    const halves = plays && follows && moves() && !document.hidden ? halvesOf(told, before.view, you) : null;
    this.thrown = halves?.thrown ?? new Set();
    this.#halves = halves;
    this.#show(halves?.first ?? told, halves ? [] : [told]);
  }

  // A moment has shown it, and another may be about to show what follows; or nobody wants to see more: `all` is shown.
  shown(all = true): void {
    const held = this.#halves;
    if (!held) return;
    const { first, then } = held;
    this.#halves = all ? null : halvesOf(then, first.view, this.#you, (first.n + then.n) / 2);
    if (this.#halves) this.#show(this.#halves.first, []);
    else this.#show(then, [this.#last]);
  }

  #show(now: Told, whole: readonly Told[]): void {
    this.whole = whole;
    this.now = now;
  }
}
