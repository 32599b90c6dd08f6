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
  { color: 'r', d: 'M12 11.2C9.2 9 8 5.9 8.9 3.2C9.4 1.7 10.8 1 12 1s2.6.7 3.1 2.2C16 5.9 14.8 9 12 11.2z' },
  { color: 'y', d: 'M12.8 12C15 9.2 18.1 8 20.8 8.9C22.3 9.4 23 10.8 23 12s-.7 2.6-2.2 3.1C18.1 16 15 14.8 12.8 12z' },
  { color: 'g', d: 'M12 12.8C14.8 15 16 18.1 15.1 20.8C14.6 22.3 13.2 23 12 23s-2.6-.7-3.1-2.2' +
    'C8 18.1 9.2 15 12 12.8z' },
  { color: 'b', d: 'M11.2 12C9 14.8 5.9 16 3.2 15.1C1.7 14.6 1 13.2 1 12s.7-2.6 2.2-3.1C5.9 8 9 9.2 11.2 12z' },
];

const marks: Record<string, Mark> = {
  s: {
    stroke: 'M3.5 14.5C4.5 5 16 3.5 19 12.5M20 6.5L19.2 13l-6-2.3',
    fill: 'M11.3 15.5a2.9 2.9 0 1 1 0 5.8a2.9 2.9 0 0 1 0-5.8z',
  },
  v: { stroke: 'M4 8h14.5M14 3.5L18.7 8L14 12.5M20 16.5H5.5M10 12L5.3 16.5L10 21' },
  '+2': { text: '+2' },
  W: { petals: true },
  W4: { text: '+4' },
  Wc: {
    fill: 'M3 21l1.4-5.6L14.6 5.2l4.2 4.2L8.6 19.6zM16 3.8l1-1a1.7 1.7 0 0 1 2.4 0l1.8 1.8a1.7 1.7 0 0 1 0 2.4l-1 1z',
  },
  Wx: { stroke: 'M4 4L20 20M20 4L4 20M12 2v3M12 19v3M2 12h3M19 12h3' },
  Wk: {
    fill: 'M12 1l2.5 4.9l5.1-2.4l-1.7 5.3l5.3 1.7l-4.6 2.9l3.3 4.5l-5.5-.2l-.3 5.5L12 19.2l-4.1 4l-.3-5.5l-5.5.2' +
      'l3.3-4.5L.8 10.5l5.3-1.7l-1.7-5.3l5.1 2.4z',
  },
  Wh: { stroke: 'M4.5 4l7 8l-7 8M13 4l7 8l-7 8' },
  Wr: { power: 'r' },
  Wy: { power: 'y' },
  Wg: { power: 'g' },
  Wb: { power: 'b' },
  Wp: { power: 'any' },
};

// Null: nobody has drawn this symbol yet, so it is shown as it is written.
export function markOf(symbol: string, custom: number): Mark | null {
  if (/^\d$/.test(symbol)) return { text: symbol };
  const mark = marks[symbol];
  if (!mark) return null;
  return custom ? { ...mark, text: String(custom) } : mark;
}
