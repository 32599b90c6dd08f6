// What the people at a table feel now: it comes with the events and fades.
import type { SeatLabel } from '../table/board-props';
import type { Event, Seat, View } from '../table/wire';
import { feltIn, LASTS, moodOf, type Mood } from './moods';

export class Feelings {
  #felt = $state.raw(new Map<Seat, Mood>());
  #timer: ReturnType<typeof setTimeout> | undefined;

  // What is felt anew shows; what others felt a moment ago stays until it fades.
  hear(events: readonly Event[], only = false): void {
    const now = feltIn(events);
    if (!now.size && !only) return;
    this.#felt = new Map([...(only ? [] : this.#felt), ...now]);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.#felt = new Map()), LASTS);
  }

  moodOf(view: View, seat: Seat, label?: SeatLabel): Mood {
    return moodOf(view, seat, this.#felt, label);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
