// Where seats and cards go, as numbers. The stylesheet does the rest.
import type { Seat } from '../table/wire';

// The board's own box decides, not the screen; in pixels, of which a rem has 16. tall: a phone held upright; flat: one
// held sideways; wide: all others.
export type Shape = 'tall' | 'flat' | 'wide';

export function shapeOf(width: number, height: number): Shape {
  if (height < 480 && width > height) return 'flat';
  return width < 620 ? 'tall' : 'wide';
}

// So large is the text on so small a board that what is drawn gives way.
export const isTight = (width: number, height: number): boolean => height <= 240 || (width < 256 && height < 336);

export type Side = 'left' | 'top' | 'right' | 'bottom';

export interface SeatLayout {
  seat: Seat;
  side: Side;
  bend: number; // 0 … 1: how far it is moved towards the table's middle, so that a row becomes an arc
}

// The others in the order in which they sit: from the viewer's left, over the top, to the right.
export function othersOf(seats: number, you: Seat | 0): Seat[] {
  if (!you) return Array.from({ length: seats }, (_, i) => i + 1);
  return Array.from({ length: seats - 1 }, (_, i) => ((you + i) % seats) + 1);
}

// How many sit at the left and at the right; the others are at the top.
function flank(count: number, shape: Shape): number {
  if (shape === 'flat') return 0;
  if (shape === 'tall') return Math.max(0, Math.ceil((count - 3) / 2)); // at most three fit across
  return count <= 2 ? 0 : count <= 5 ? 1 : count <= 7 ? 2 : 3;
}

export function places(seats: number, you: Seat | 0, shape: Shape): SeatLayout[] {
  const others = othersOf(seats, you);
  const side = flank(others.length, shape);
  const top = others.length - 2 * side;
  return others.map((seat, i) => {
    if (i < side) return { seat, side: 'left', bend: bend(i, side) };
    if (i < side + top) return { seat, side: 'top', bend: bend(i - side, top) };
    return { seat, side: 'right', bend: bend(i - side - top, side) };
  });
}

// 0 in the middle of a row, 1 at its ends.
function bend(index: number, of: number): number {
  if (of < 2) return 0;
  const x = (2 * index) / (of - 1) - 1;
  return x * x;
}

// The number of rows of a hand, so that at least a third of each card can be seen and touched.
export function handRows(cards: number, width: number, card: number): number {
  if (cards < 2) return 1;
  const least = card * 0.34;
  for (let rows = 1; rows < 3; ++rows) {
    const inRow = Math.ceil(cards / rows);
    if (inRow < 2 || (width - card) / (inRow - 1) >= least) return rows;
  }
  return 3;
}

// The hand cut into rows, the upper ones first, as equal as possible; the lower one is longer.
export function inRows<T>(hand: readonly T[], rows: number): T[][] {
  const out: T[][] = [];
  let from = 0;
  for (let row = 0; row < rows; ++row) {
    const upTo = Math.floor(((row + 1) * hand.length) / rows);
    out.push(hand.slice(from, upTo));
    from = upTo;
  }
  return out;
}

// Where an arrow key leads in a hand of several rows; null: it is not such a key.
export function stepTo(key: string, at: number, rows: readonly (readonly unknown[])[]): number | null {
  const starts = rows.map((_, r) => rows.slice(0, r).reduce((sum, row) => sum + row.length, 0));
  const last = rows.reduce((sum, row) => sum + row.length, 0) - 1;
  const row = starts.findLastIndex((start) => at >= start);
  const beside = (by: number): number => {
    const to = Math.max(0, Math.min(rows.length - 1, row + by));
    const part = (at - (starts[row] ?? 0)) / Math.max(1, (rows[row]?.length ?? 1) - 1);
    return (starts[to] ?? 0) + Math.round(part * ((rows[to]?.length ?? 1) - 1));
  };
  const leads: Record<string, number> = {
    ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: beside(-1), ArrowDown: beside(1), Home: 0, End: last,
  };
  const next = leads[key];
  return next === undefined ? null : Math.max(0, Math.min(last, next));
}

// How a card lies in the fan: its angle in degrees, and how far below the highest card it lies, in units.
export function fanned(index: number, of: number, shape: Shape): { lean: number; sink: number } {
  const off = index - (of - 1) / 2;
  return {
    lean: off * Math.min(2.2, (shape === 'wide' ? 22 : 14) / of),
    sink: (off / Math.max(4, of / 2)) ** 2 * (shape === 'wide' ? 0.8 : 0.4),
  };
}

// A quiet disorder that is always the same: the angle at which the n-th card of a pile lies, in degrees.
export function angleOf(n: number): number {
  return ((Math.imul(n + 1, 2654435761) >>> 16) % 21) - 10;
}

// Of a card on the discard pile, face up: little enough to be read well.
export const tiltOf = (n: number): number => angleOf(n) * 0.6;

export const partnerOf = (seat: Seat, seats: number): Seat => ((seat - 1 + seats / 2) % seats) + 1;
