// The backs that one may choose, as paths around the middle of a card: 88 wide, 138 high. Fetched when somebody has
// chosen one, or looks at them all.
import type { Back } from '../settings/choices';

export type Drawn = Exclude<Back, 'edition'>;
export interface Part {
  d: string;
  fill?: string;
  line?: string; // of its outline
  wide?: number; // of that
}
type At = readonly [x: number, y: number];

const HIGH = 69;
const WIDE = 44;
const TURN = 2 * Math.PI;

const short = (n: number): string => String(Math.round(n * 10) / 10);
const spot = ([x, y]: At): string => `${short(x)} ${short(y)}`;
const around = ([x, y]: At, r: number, turns: number): At =>
  [x + r * Math.sin(turns * TURN), y - r * Math.cos(turns * TURN)];
const closed = (points: readonly At[]): string => `M${points.map(spot).join('L')}z`;
const each = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const all = (at: readonly At[], shape: (at: At) => string): string => at.map(shape).join('');

const disc = (r: number) => ([x, y]: At): string =>
  `M${spot([x - r, y])}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
const star = (points: number, far: number, near: number, turned = 0) => (at: At): string =>
  closed(each(points * 2, (i) => around(at, i % 2 ? near : far, i / points / 2 + turned)));
const diamond = (wide: number, high: number) => ([x, y]: At): string =>
  closed([[x, y - high], [x + wide, y], [x, y + high], [x - wide, y]]);
const box = (wide: number, high: number, round: number): string =>
  `M${round - wide} ${-high}H${wide - round}a${round} ${round} 0 0 1 ${round} ${round}V${high - round}` +
  `a${round} ${round} 0 0 1 ${-round} ${round}H${round - wide}a${round} ${round} 0 0 1 ${-round} ${-round}` +
  `V${round - high}a${round} ${round} 0 0 1 ${round} ${-round}z`;
// Petals from the middle outwards; `fat`: how far each swells to its sides, in turns.
const flower = (petals: number, r: number, fat: number, turned = 0, from = 0) => (at: At): string =>
  each(petals, (i) => {
    const way = i / petals + turned;
    const point = (far: number, aside = 0): string => spot(around(at, far, way + aside));
    return `M${point(from)}Q${point(r * 0.62, -fat)} ${point(r)}Q${point(r * 0.62, fat)} ${point(from)}z`;
  }).join('');
// A closed wave around a circle; several of them, each turned a little further, are what engravers draw.
const wave = (r: number, swing: number, waves: number, turned = 0) => (at: At): string => {
  const end = (i: number, on = 0): string =>
    spot(around(at, r + (i % 2 ? -swing : swing), (i + on) / waves / 2 + turned));
  return `M${end(0)}${each(waves * 2, (i) => `C${end(i, 0.4)} ${end(i + 1, -0.4)} ${end(i + 1)}`).join('')}z`;
};
// Points in rows, every second row moved by half a step.
const lattice = (wide: number, high: number, shifted = false): At[] =>
  each(2 * Math.ceil(HIGH / high) + 1, (row) => row - Math.ceil(HIGH / high)).flatMap((row) =>
    each(2 * Math.ceil(WIDE / wide) + 1, (column): At =>
      [(column - Math.ceil(WIDE / wide) + (shifted && row % 2 ? 0.5 : 0)) * wide, row * high]));
const MIDDLE: At = [0, 0];
const CORNERS: At[] = [[-WIDE, -HIGH], [WIDE, -HIGH], [WIDE, HIGH], [-WIDE, HIGH]];
// At both ends of the card: points, and a path of absolute points.
const twice = (at: At[]): At[] => [...at, ...at.map(([x, y]): At => [-x, -y])];
const both = (d: string): string => d + d.replace(/-?[\d.]+/g, (n) => short(-Number(n)));
const ground = (fill: string): Part => ({ d: box(WIDE, HIGH, 0), fill });
const frame = (line: string): Part => ({ d: box(WIDE - 4.5, HIGH - 4.5, 5), line, wide: 1.4 });
const edge = (line: string): Part => ({ d: box(WIDE - 1, HIGH - 1, 6), line, wide: 2.6 });

// Open to the right (0) or to the left (1).
const crescent = (r: number, open: 0 | 1) => ([x, y]: At): string =>
  `M${spot([x, y - r])}a${r} ${r} 0 1 ${open} 0 ${2 * r}a${r * 1.15} ${r * 1.15} 0 0 ${1 - open} 0 ${-2 * r}z`;

const sun = (): Part[] => [
  ground('#b23f27'),
  { d: star(20, 100, 12)(MIDDLE), fill: '#cb5a34' },
  { d: all(CORNERS, disc(20)), fill: '#b23f27', line: '#fbd06a', wide: 1.6 },
  { d: all(CORNERS, star(12, 15, 10)), fill: '#fbd06a' },
  frame('#fbd06a'),
  { d: star(16, 37, 25)(MIDDLE), fill: '#fbd06a' },
  { d: disc(22)(MIDDLE), fill: '#b23f27' },
  { d: star(16, 20, 14.5, 1 / 32)(MIDDLE), fill: '#f08c3a' },
  { d: disc(11)(MIDDLE), fill: '#fbd06a' },
];

const moon = (): Part[] => [
  ground('#1b2558'),
  { d: all(lattice(22, 17.25, true), star(4, 3.4, 1)), fill: '#5566b4' },
  frame('#f2d98d'),
  { d: disc(31)(MIDDLE), fill: '#111942', line: '#f2d98d', wide: 1.6 },
  { d: crescent(23, 0)([-1, 0]), fill: '#f2d98d' },
  { d: star(4, 8, 2)([10, -3]) + all([[18, 8], [3, 11]], star(4, 4.5, 1.2)), fill: '#fff4cf' },
  { d: all(twice([[0, -46]]), disc(7)), fill: '#f2d98d' },
  { d: all([[-20, -46], [-20, 46]], crescent(5.5, 0)) + all([[20, -46], [20, 46]], crescent(5.5, 1)), fill: '#f2d98d' },
];

const waves = (): Part[] => [
  ground('#0d4f6b'),
  ...each(8, (row): Part => ({
    d: all(each(row % 2 ? 2 : 3, (i): At => [(i - (row % 2 ? 0.5 : 1)) * 44, -66 + row * 22]), (at) =>
      [21.5, 15, 8.5].map((r) => disc(r)(at)).join('')),
    fill: row % 2 ? '#0d4f6b' : '#1a7d92', line: '#d5f3e6', wide: 2.6,
  })),
  edge('#d5f3e6'),
];

const tile = (): Part[] => {
  const whole = lattice(44, 46);
  const between = whole.map(([x, y]): At => [x + 22, y + 23]);
  return [
    ground('#f6ecd6'),
    { d: all(whole, flower(8, 20, 0.075)), fill: '#2450a4' },
    { d: all(whole, disc(5.5)), fill: '#f0ae3c' },
    { d: all(between, disc(12)), line: '#2450a4', wide: 4 },
    { d: all(between, flower(4, 9, 0.11, 1 / 8)), fill: '#e0722e' },
    edge('#2450a4'),
  ];
};

const harlequin = (): Part[] => [
  ground('#3a2260'),
  { d: all(lattice(22, 34.5), diamond(11, 17.25)), fill: '#6a3f9c' },
  { d: all(lattice(11, 17.25, true), disc(1.7)), fill: '#f5c04f' },
  frame('#f5c04f'),
  { d: diamond(31, 44)(MIDDLE), fill: '#fff4dc', line: '#f5c04f', wide: 3 },
  { d: diamond(10, 14.5)([0, -17]), fill: '#cf3f35' },
  { d: diamond(10, 14.5)([12, 0]), fill: '#f0b323' },
  { d: diamond(10, 14.5)([0, 17]), fill: '#2a8049' },
  { d: diamond(10, 14.5)([-12, 0]), fill: '#2459a8' },
];

const rosette = (): Part[] => [
  ground('#0f4d3c'),
  { d: each(3, (i) => wave(52, 8, 24, i / 72)(MIDDLE)).join(''), line: '#5aaa84', wide: 0.9 },
  { d: all(CORNERS, disc(24)), fill: '#0f4d3c' },
  { d: all(CORNERS, disc(22)), line: '#f0cf7e', wide: 1.4 },
  { d: all(CORNERS, flower(8, 19, 0.05)), fill: '#f0cf7e' },
  frame('#f0cf7e'),
  { d: disc(36)(MIDDLE), fill: '#0f4d3c', line: '#f0cf7e', wide: 1.4 },
  { d: each(4, (i) => wave(25, 7.5, 12, i / 48)(MIDDLE)).join(''), line: '#f0cf7e', wide: 1.3 },
  { d: disc(15)(MIDDLE), fill: '#f0cf7e' },
  { d: flower(8, 13, 0.05)(MIDDLE), fill: '#0f4d3c' },
];

const fiesta = (): Part[] => {
  const rows = (high: number, step: number): At[] => lattice(step, high).filter(([, y]) => Math.abs(y) === high);
  const between = rows(39, 11).map(([x, y]): At => [x + 5.5, y]);
  return [
    ground('#c02a76'),
    { d: all(rows(69, 14.6), disc(7.3)) + all(rows(58, 14.6), diamond(2.6, 4)), fill: '#fff0d8' },
    { d: all([...rows(47, 11), ...between], disc(2.4)), fill: '#ffc94d' },
    { d: flower(8, 31, 0.075, 1 / 16, 9)(MIDDLE), fill: '#fff0d8' },
    { d: flower(8, 37, 0.03, 0, 22)(MIDDLE), fill: '#ffc94d' },
    { d: disc(6.5)(MIDDLE), fill: '#ffc94d' },
  ];
};

const cats = (): Part[] => {
  const eyes = twice([[-11, -35], [11, -35]]);
  const toes = twice([[25.5, -2.4], [31, -5.4], [36.5, -2.4]]);
  return [
    ground('#f2b451'),
    { d: all(twice([[31, 4]]), disc(4.6)) + all(toes, disc(2.4)), fill: '#dc9230' },
    { d: both('M-20 0C-20 -8 -15 -11 -12 -13C-26 -16 -30 -28 -27 -38L-25 -60L-11 -51C-4 -53 4 -53 11 -51' +
      'L25 -60L27 -38C30 -28 26 -16 12 -13C15 -11 20 -8 20 0z'), fill: '#2b2433' },
    { d: all(eyes, disc(6.2)), fill: '#c9ee72' },
    { d: all(eyes, diamond(2, 6)), fill: '#2b2433' },
    { d: both('M-3.5 -26L3.5 -26L0 -21.5z'), fill: '#f28c8c' },
    { d: both('M-14 -23L-35 -27M-14 -20L-34 -19M14 -23L35 -27M14 -20L34 -19'), line: '#fff0d8', wide: 1.2 },
    edge('#2b2433'),
  ];
};

// Paper at the corners, which are round.
const PAPER: Part = {
  d: 'M-44-62V-69H-37A7 7 0 0 0 -44-62zM44-62V-69H37A7 7 0 0 1 44-62zM-44 62V69H-37A7 7 0 0 1 -44 62z' +
    'M44 62V69H37A7 7 0 0 0 44 62z',
  fill: 'var(--card-paper)',
};

const drawings: Record<Drawn, () => Part[]> = { sun, moon, waves, tile, harlequin, rosette, fiesta, cats };
export const backOf = (back: Drawn): readonly Part[] => [...drawings[back](), PAPER];
