// What the table is covered with: colours for the light and the dark theme, and a pattern over them. Fetched when
// somebody chooses, or has chosen, another than the usual one; that is in app.css, and here to be chosen again.
import type { Tabletop } from './choices';

export interface Colours {
  table: string;
  deep: string; // away from the light
  light: string;
  shade: string; // under names and the log
  veil: string; // over all of it, while something else is shown
  ink: string; // what is written on it
  ring: string; // what stands out on it
  mark: string; // whose turn it is
  red: string; // the colours of the cards, where one is drawn on the table itself
  yellow: string;
  green: string;
  blue: string;
}
interface Cover {
  day: Colours;
  night: Colours;
  pattern?: string; // layers of a background
}

// Most tables are dark, whatever the theme: what lies on them is bright.
type Ground = Pick<Colours, 'table' | 'deep' | 'light' | 'shade'>;
const bright = { ring: '#ffe3ab', red: '#ff7d6b', yellow: '#ffd04f', green: '#6ccb8c', blue: '#78aaf5' };
const dark = (ground: Ground, ink: string, mark: string): Colours =>
  ({ ...ground, ...bright, veil: ground.shade, ink, mark });
const day = (ground: Ground): Colours => dark(ground, '#fff6e4', '#f6a53f');
const night = (ground: Ground): Colours => dark(ground, '#f7ecd9', '#f3a748');

const white = (percent: number): string => `rgb(255 255 255 / ${percent}%)`;
const black = (percent: number): string => `rgb(0 0 0 / ${percent}%)`;
const tiled = (gradient: string, size: string, at = '0 0'): string => `${gradient} ${at} / ${size}`;
const line = (way: string, colour: string, wide = '1px'): string =>
  `linear-gradient(${way}, ${colour} ${wide}, transparent ${wide})`;
const star = (size: number, strength: number, tile: string, at: string): string =>
  tiled(`radial-gradient(circle, ${white(strength)} ${size}rem, transparent ${size * 2}rem)`, tile, at);
const scale = (at: string): string =>
  tiled(`radial-gradient(circle at 50% 0, transparent 1.3rem, ${white(7)} 1.34rem 1.42rem, transparent 1.46rem)`,
    '3rem 3rem', at);
const grain = (strength: number, high: string, at = 45): string =>
  tiled(`linear-gradient(transparent, ${black(strength)} ${at}%, transparent ${at + 22}%)`, `100% ${high}`);
const diagonals = (colour: string): string[] => ['45deg', '-45deg'].map((way) =>
  tiled(`linear-gradient(${way}, transparent 49.4%, ${colour} 49.4% 50.6%, transparent 50.6%)`, '4.5rem 4.5rem'));
const corners = (colour: string): string[] => ['45deg', '-45deg'].map((way) =>
  tiled(`linear-gradient(${way}, ${colour} 11%, transparent 11% 89%, ${colour} 89%)`, '5rem 5rem'));

export const tabletops: Record<Tabletop, Cover> = {
  lagoon: {
    day: day({ table: '#19645f', deep: '#0d4542', light: '#22756e', shade: '#041e1c' }),
    night: night({ table: '#134a47', deep: '#072523', light: '#1b5f5a', shade: '#041e1c' }),
  },
  forest: {
    day: day({ table: '#2c6a2f', deep: '#15421c', light: '#35712f', shade: '#051c0a' }),
    night: night({ table: '#1c481f', deep: '#0a240f', light: '#285b2b', shade: '#041607' }),
    pattern: [
      tiled(line('45deg', white(3.5)), '4px 4px'), tiled(line('-45deg', black(6)), '5px 5px'),
    ].join(),
  },
  night: {
    day: day({ table: '#26396f', deep: '#111b42', light: '#35538f', shade: '#060b20' }),
    night: night({ table: '#17244c', deep: '#080e24', light: '#23386c', shade: '#04081a' }),
    pattern: [
      star(0.07, 55, '23rem 19rem', '3rem 2rem'), star(0.055, 50, '17rem 29rem', '7rem 9rem'),
      star(0.04, 50, '13rem 17rem', '1rem 5rem'), star(0.04, 45, '19rem 11rem', '11rem 3rem'),
      star(0.03, 45, '7rem 13rem', '4rem 1rem'), star(0.03, 40, '11rem 7rem', '9rem 6rem'),
    ].join(),
  },
  plum: {
    day: day({ table: '#5c2a61', deep: '#32123a', light: '#743b76', shade: '#1a0620' }),
    night: night({ table: '#3e1c44', deep: '#1d0a22', light: '#512757', shade: '#12041a' }),
    pattern: [
      tiled(`radial-gradient(circle, ${white(16)} 0.07rem, transparent 0.14rem)`, '4.5rem 4.5rem', '2.25rem 2.25rem'),
      tiled(`radial-gradient(circle, ${white(16)} 0.07rem, transparent 0.14rem)`, '4.5rem 4.5rem'),
      ...diagonals(black(13)),
    ].join(),
  },
  fiesta: {
    day: day({ table: '#93265a', deep: '#560f3a', light: '#a43464', shade: '#2a0519' }),
    night: night({ table: '#631a40', deep: '#300822', light: '#792750', shade: '#1c0412' }),
    pattern: [scale('0 0'), scale('1.5rem 1.5rem')].join(),
  },
  clay: {
    day: day({ table: '#914229', deep: '#5a2415', light: '#a55235', shade: '#2a0d05' }),
    night: night({ table: '#602c1c', deep: '#30140b', light: '#743826', shade: '#1c0a04' }),
    pattern: [
      ...corners(black(11)), tiled(line('0deg', black(13), '2px'), '5rem 5rem'),
      tiled(line('90deg', black(13), '2px'), '5rem 5rem'),
    ].join(),
  },
  walnut: {
    day: day({ table: '#694426', deep: '#3b2412', light: '#78502d', shade: '#1c0f05' }),
    night: night({ table: '#46301e', deep: '#21150b', light: '#583e28', shade: '#140b04' }),
    pattern: [
      tiled(`linear-gradient(${black(30)} 2px, ${white(9)} 2px 3px, transparent 3px)`, '100% 7.3rem'),
      grain(13, '1.7rem'), grain(10, '2.9rem', 30), grain(8, '0.7rem'), grain(12, '4.3rem', 60),
    ].join(),
  },
  slate: {
    day: day({ table: '#404b53', deep: '#20282e', light: '#53616b', shade: '#0c1114' }),
    night: night({ table: '#2a3238', deep: '#12171a', light: '#394349', shade: '#080b0d' }),
    pattern: [tiled(line('0deg', white(6)), '2rem 2rem'), tiled(line('90deg', white(6)), '2rem 2rem')].join(),
  },
  linen: {
    day: {
      table: '#e0d2b6', deep: '#cdba94', light: '#f0e7d4', shade: '#fffaf0', veil: '#1d150b', ink: '#33261a',
      ring: '#7a3606', mark: '#a84a08', red: '#c53a30', yellow: '#a07404', green: '#237a45', blue: '#2459a8',
    },
    night: night({ table: '#3c352b', deep: '#1f1a14', light: '#4d4538', shade: '#100d09' }),
    pattern: [
      tiled(line('0deg', black(5)), '3px 3px'), tiled(line('90deg', black(5)), '3px 3px'),
      tiled(line('0deg', black(4), '2px'), '100% 1.1rem'), tiled(line('90deg', black(4), '2px'), '1.3rem 100%'),
    ].join(),
  },
};

// As properties that app.css knows; --dusk of the way from day to night is the theme's.
export function styleOf(top: Tabletop): string {
  const { day, night, pattern = 'none' } = tabletops[top];
  const names = Object.keys(day) as (keyof Colours)[];
  const mixed = names.map((name) => `--tabletop-${name}:color-mix(in srgb,${day[name]},${night[name]} var(--dusk))`);
  return [...mixed, `--tabletop-pattern:${pattern}`].join(';');
}
