// What stands on a card for its symbol: a text, or a drawing on a grid of 24 × 24.
import type { ColorLetter } from '../table/wire';

export interface Mark {
  text?: string;
  stroke?: string; // lines
  fill?: string; // areas
  power?: ColorLetter | 'any'; // the colour whose power it gives
}

// Four petals: a wild, and the mark of the game.
export const PETALS =
  'M12 11C9.5 9 8.6 6.2 9.4 3.600C9.8 2.3 11 1.6 12 1.600s2.2.7 2.6 2C15.4 6.2 14.5 9 12 11z' +
  'M13 12C15 9.5 17.8 8.6 20.4 9.400C21.7 9.8 22.4 11 22.4 12s-.7 2.2-2 2.600C17.8 15.4 15 14.5 13 12z' +
  'M12 13C14.5 15 15.4 17.8 14.6 20.400C14.2 21.7 13 22.4 12 22.400s-2.2-.7-2.6-2C8.6 17.8 9.5 15 12 13z' +
  'M11 12C9 14.5 6.2 15.4 3.6 14.600C2.3 14.2 1.6 13 1.6 12s.7-2.2 2-2.600C6.2 8.6 9 9.5 11 12z';

const marks: Record<string, Mark> = {
  s: { stroke: 'M3.5 14.500C4.5 5 16 3.5 19 12.500M19.8 6.800L19.2 13l-5.7-2.3', fill: 'M11.5 15.500a2.7 2.7 0 1 1 0 5.400a2.7 2.7 0 0 1 0-5.400z' },
  v: { stroke: 'M4 8.500h14.500M14 4l4.7 4.500L14 13M20 16H5.500M10 11.5' },
  '+2': { text: '+2' },
  W: { fill: PETALS },
  W4: { text: '+4' },
  Wc: { stroke: 'M4 20l1-4.600L15.8 4.600a2 2 0 0 1 2.8 0l.8.800a2 2 0 0 1 0 2.800L8.6 19zM13.5 7l3.5 3.5' },
  Wx: { stroke: 'M3.5 4c4 1 3.5 4.5 6.5 6s3.5 1 5.5 4.500s2 4.5 5 5.500M20.5 4c-4 1-3.5 4.5-6.5 6M9.5 13.500c-3 2-2 5.5-6 6.5' },
  Wk: {
    fill: 'M12 1.500l2.3 4.600l4.8-2.200l-1.6 5l5 1.600l-4.3 2.700l3.1 4.200l-5.2-.200l-.3 5.200L12 18.800l-3.8 3.600l-.3-5.200l-5.2.2' +
      'l3.1-4.200L1.5 10.500l5-1.600l-1.6-5l4.8 2.200z',
  },
  Wh: { stroke: 'M4 5l6.5 7L4 19M12.5 5l6.5 7l-6.5 7' },
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
