// Eyes, brows, mouth and signs of each mood, on the grid of a face; what is missing is as it is when calm. Eyes are
// drawn around their own middle, brows and mouths where they belong.
import type { Mood } from './moods';

export interface Eye {
  white?: [x: number, y: number]; // radii
  pupil?: [r: number, x: number, y: number]; // and where it looks
  line?: string;
}

interface Features {
  eye: Eye;
  brows: [left: string, right: string];
  mouth: string;
  open?: boolean; // the mouth is an area, not a line
  tongue?: string;
  sign?: string; // above the head
  blush?: boolean;
}

export const CALM_EYES: Eye[] = [
  { white: [3.3, 3.5], pupil: [2, 0.2, 0.2] },
  { white: [2.9, 3.8], pupil: [1.9, 0, 0.4] },
  { pupil: [2.5, 0, 0] },
];
export const CALM_MOUTHS = ['M19.5 32Q24 36.5 28.5 32', 'M19.8 33Q25 35.5 28.7 31.6', 'M20.8 33Q24 35.5 27.2 33'];

const CALM: Omit<Features, 'eye' | 'mouth'> = { brows: ['M15.5 19.5Q18.3 17.6 21 19', 'M27 19Q29.7 17.6 32.5 19.5'] };

const FELT: Partial<Record<Mood, Features>> = {
  thinking: {
    eye: { white: [3.3, 3.5], pupil: [1.9, 1.1, -1.4] },
    brows: ['M15.5 19.8Q18.3 18.6 21 19.6', 'M27 17.4Q29.7 14.9 32.8 16.8'],
    mouth: 'M22 33.5Q25 31.8 28.5 33',
  },
  glad: {
    eye: { line: 'M-3 1.2Q0-3.2 3 1.2' },
    brows: ['M15 18.3Q18.3 15.9 21 17.8', 'M27 17.8Q29.7 15.9 33 18.3'],
    mouth: 'M17.5 30.5Q24 32 30.5 30.5Q30.5 38 24 38T17.5 30.5z',
    open: true,
    tongue: 'M20.5 36.4Q24 33.5 27.5 36.4Q26.4 38 24 38T20.5 36.4z',
    blush: true,
  },
  bored: {
    eye: { white: [3.2, 2.2], pupil: [1.7, 0, 0.3], line: 'M-3.5-1.4H3.5' },
    brows: ['M15.5 19.5H21', 'M27 18.5H32.5'],
    mouth: 'M20 33.5H28',
  },
  annoyed: {
    eye: { white: [3, 2.7], pupil: [1.8, 0, 0.4] },
    brows: ['M15 18.5L21.5 21.7', 'M26.5 21.7L33 18.5'],
    mouth: 'M19.5 35Q24 30.5 28.5 35',
    sign: 'M32.9 6.3q.2 3.7-3.9 3.8M36.5 6.3q-.2 3.7 3.9 3.8M32.9 17.2q.2-3.7-3.9-3.8M36.5 17.2q-.2-3.7 3.9-3.8',
  },
  shocked: {
    eye: { white: [4.3, 4.6], pupil: [1.4, 0, 0] },
    brows: ['M14.5 16Q17.5 13 20.5 14.8', 'M27.5 14.8Q30.5 13 33.5 16'],
    mouth: 'M24 30.5c2.2 0 3.2 1.8 3.2 3.9s-1 3.9-3.2 3.9s-3.2-1.8-3.2-3.9s1-3.9 3.2-3.9z',
    open: true,
  },
  sleepy: {
    eye: { line: 'M-3-.5Q0 2.6 3-.5' },
    brows: ['M15.5 20Q18.3 18.9 21 19.8', 'M27 19.8Q29.7 18.9 32.5 20'],
    mouth: 'M22 33.2Q24 35 26 33.2',
    sign: 'M31.5 11.5h4l-4 4.5h4M36.5 6h3l-3 3.5h3',
  },
};

export function featuresOf(mood: Mood, eyes: number, mouth: number): Features {
  return FELT[mood] ?? { ...CALM, eye: CALM_EYES[eyes] ?? {}, mouth: CALM_MOUTHS[mouth] ?? '' };
}
