// Where the cards on the screen are: middle, size and tilt, as they look now.
import type { Card, Seat } from '../table/wire';
import type { Spot } from './flights';
import { tiltOf } from './layout';
import type { Place } from './motion';

// What turns and scales an element, from itself up to the board.
function spin(element: Element, board: Element): { turn: number; scale: number } {
  let [turn, scale] = [0, 1];
  for (let at: Element | null = element; at && at !== board; at = at.parentElement) {
    const style = getComputedStyle(at);
    if (style.transform !== 'none') {
      const { a, b } = new DOMMatrixReadOnly(style.transform);
      turn += (Math.atan2(b, a) * 180) / Math.PI;
      scale *= Math.hypot(a, b);
    }
    turn += parseFloat(style.rotate) || 0;
    scale *= parseFloat(style.scale) || 1;
  }
  return { turn, scale };
}

export function placeOf(element: Element | null | undefined, board: Element): Place | null {
  const rect = element?.getBoundingClientRect();
  if (!element || !rect?.width) return null;
  const base = board.getBoundingClientRect();
  const { turn, scale } = spin(element, board);
  return {
    x: rect.left - base.left + rect.width / 2,
    y: rect.top - base.top + rect.height / 2,
    width: element.clientWidth * scale,
    turn,
  };
}

// The board as flights see it: which element a card leaves, or comes to.
export class Spots {
  readonly #claimed = new Set<Element>(); // of several equal cards each is meant once

  constructor(readonly board: HTMLElement, readonly known: ReadonlySet<string> = new Set()) {}

  #all<T extends Element>(selector: string): T[] {
    return [...this.board.querySelectorAll<T>(selector)];
  }
  #own(seat: Seat): boolean {
    return this.board.dataset.you === String(seat);
  }
  // The last copy that nobody has claimed; of cards that come, one that was not there before.
  card(card: Card): HTMLElement | null {
    const free = this.#all<HTMLElement>(`.hand [data-card="${card}"]`).filter((one) => !this.#claimed.has(one));
    const fresh = free.filter((one) => !this.known.has(one.dataset.key ?? ''));
    const found = (this.known.size ? fresh : free).at(-1) ?? null;
    if (found) this.#claimed.add(found);
    return found;
  }
  key(key: string): HTMLElement | null {
    return this.board.querySelector<HTMLElement>(`.hand [data-key="${CSS.escape(key)}"]`);
  }
  // The outermost of the small cards at somebody's seat.
  mini(seat: Seat): Element | null {
    const shown = this.#all(`[data-spot="seat-${seat}"] .mini svg`).filter((one) => one.clientWidth > 0);
    return shown.at(-1) ?? null;
  }
  top(card: Card | null): HTMLElement | null {
    const top = this.board.querySelector<HTMLElement>('.lying.top');
    return card === null || top?.dataset.top === card ? top : null;
  }

  // Where the card is that lies so many from the first one down.
  #lies(at: number): Place | null {
    const place = placeOf(this.board.querySelector('.discard'), this.board);
    return place && { ...place, turn: tiltOf(at) };
  }
  #middle(seat: Seat): Place | null {
    const place = placeOf(this.board.querySelector(`[data-spot="seat-${seat}"]`), this.board);
    const like = placeOf(this.board.querySelector(this.#own(seat) ? '.hand .gauge' : '.pile'), this.board);
    return place && { ...place, turn: 0, width: (like?.width ?? place.width) * (this.#own(seat) ? 1 : 0.5) };
  }

  place(spot: Spot, element: Element | null): Place | null {
    if (element) return placeOf(element, this.board);
    if (spot.at === 'pile') return placeOf(this.board.querySelector('.pile'), this.board);
    return spot.at === 'discard' ? this.#lies(spot.nth) : this.#middle(spot.seat);
  }
  // The card itself, where there is one to be seen; null: only a place.
  element(spot: Spot, card: Card | null): Element | null {
    if (spot.at === 'pile') return null;
    if (spot.at === 'discard') return this.top(card);
    if (this.#own(spot.seat)) return spot.card ? this.card(spot.card) : null;
    return this.mini(spot.seat);
  }
}
