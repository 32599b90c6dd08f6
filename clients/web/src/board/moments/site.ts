// Where a moment happens, measured once when it begins.
import type { Seat } from '../../table/wire';

export interface Spot {
  x: number; // its middle, from the board's corner
  y: number;
}

export interface Site {
  width: number;
  height: number;
  u: number; // a hundredth of what there is to draw on, in px
  middle: Spot; // where all look
  pile: Spot;
  discard: Spot;
  seats: Map<Seat, Spot>;
}

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

export function siteOf(board: HTMLElement, you: Seat | 0): Site {
  const base = board.getBoundingClientRect();
  const u = within(Math.min(base.width, base.height * 0.95) / 100, 3, 9);
  const middle = { x: base.width / 2, y: base.height * 0.42 };
  const found = new Map<string, Spot>();
  for (const element of board.querySelectorAll<HTMLElement>('[data-spot]')) {
    const { left, top, width, height } = element.getBoundingClientRect();
    if (!width) continue;
    const own = element.dataset.spot === `seat-${you}`;
    found.set(element.dataset.spot ?? '', {
      x: left - base.left + width / 2,
      y: top - base.top + (own ? Math.min(height / 2, 3 * u) : height / 2), // of a hand its upper edge
    });
  }
  const pile = found.get('pile') ?? middle;
  const discard = found.get('discard') ?? middle;
  const seats = new Map<Seat, Spot>();
  for (const [name, spot] of found) if (name.startsWith('seat-')) seats.set(Number(name.slice(5)), spot);
  // A table that is lower than wide has its piles at a side; all look at its middle. On a narrow one, the colour in
  // force may have moved them aside.
  const low = board.classList.contains('flat');
  const piles = {
    x: board.classList.contains('tall') ? middle.x : (pile.x + discard.x) / 2,
    y: Math.max((pile.y + discard.y) / 2, 32 * u, base.height * 0.34),
  };
  return {
    width: base.width, height: base.height, u, pile, discard, seats,
    middle: low ? middle : piles,
  };
}

// So that what stands at a seat is whole at the edge of the board.
export const inside = ({ x, y }: Spot, site: Site, room = 12): Spot => ({
  x: within(x, room * site.u, site.width - room * site.u),
  y: within(y, room * 0.75 * site.u, site.height - room * 0.75 * site.u),
});

// A ray from one spot to another: how long it is, and where it points.
export const ray = (from: Spot, to: Spot): { length: number; angle: number } => ({
  length: Math.hypot(to.x - from.x, to.y - from.y),
  angle: Math.atan2(to.y - from.y, to.x - from.x),
});
