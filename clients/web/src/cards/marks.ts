// What stands on a card for its symbol: a text, or a drawing on a grid of 24 × 24.
import type { ColorLetter } from '../table/wire';

export interface Mark {
  text?: string;
  stroke?: string; // lines
  fill?: string; // areas
  petals?: boolean;
  power?: ColorLetter | 'any'; // the colour whose power it gives
}

// Four petals, one of each colour: a wild, and the mark of the game.
export const PETALS: { color: ColorLetter; d: string }[] = [
  { color: 'r', d: 'M12 11.2C9.2 9 8 5.9 8.9 3.2C9.4 1.7 10.8 1 12 1s2.6.7 3.1 2.200C16 5.9 14.8 9 12 11.200z' },
  { color: 'y', d: 'M12.8 12C15 9.2 18.1 8 20.8 8.900C22.3 9.4 23 10.8 23 12s-.7 2.6-2.2 3.100C18.1 16 15 14.8 12.8 12z' },
  { color: 'g', d: 'M12 12.800C14.8 15 16 18.1 15.1 20.800C14.6 22.3 13.2 23 12 23s-2.6-.7-3.1-2.200C8 18.1 9.2 15 12 12.800z' },
  { color: 'b', d: 'M11.2 12C9 14.8 5.9 16 3.2 15.100C1.7 14.6 1 13.2 1 12s.7-2.6 2.2-3.100C5.9 8 9 9.2 11.2 12z' },
];

const marks: Record<string, Mark> = {
  s: {
    stroke: 'M3.5 14.500C4.5 5 16 3.5 19 12.500M20 6.500L19.2 13l-6-2.3',
    fill: 'M11.3 15.500a2.9 2.9 0 1 1 0 5.800a2.9 2.9 0 0 1 0-5.800z',
  },
  v: { stroke: 'M4 8h14.500M14 3.500L18.7 8L14 12.500M20 16.500H5.500M10 12L5.3 16.500L10 21' },
  '+2': { text: '+2' },
  W: { petals: true },
  W4: { text: '+4' },
  Wc: {
    fill: 'M3 21l1.4-5.6L14.6 5.200l4.2 4.200L8.6 19.600zM16 3.800l1-1a1.7 1.7 0 0 1 2.4 0l1.8 1.800a1.7 1.7 0 0 1 0 2.400l-1 1z',
  },
  Wx: { stroke: 'M4 4L20 20M20 4L4 20M12 2v3M12 19v3M2 12h3M19 12h3' },
  Wk: {
    fill: 'M12 1l2.5 4.900l5.1-2.400l-1.7 5.300l5.3 1.700l-4.6 2.900l3.3 4.500l-5.5-.2l-.3 5.500L12 19.200l-4.1 4l-.3-5.500l-5.5.2' +
      'l3.3-4.500L.8 10.500l5.3-1.700l-1.7-5.300l5.1 2.400z',
  },
  Wh: { stroke: 'M4.5 4l7 8l-7 8M13 4l7 8l-7 8' },
  Wr: { power: 'r' },
  Wy: { power: 'y' },
  Wg: { power: 'g' },
  Wb: { power: 'b' },
  Wp: { power: 'any' },
};

// Null: nobody has drawn this symbol yet; it stands there as it is written.
export function markOf(symbol: string, custom: number): Mark | null {
  if (/^\d$/.test(symbol)) return { text: symbol };
  const mark = marks[symbol];
  if (!mark) return null;
  return custom ? { ...mark, text: String(custom) } : mark;
}
