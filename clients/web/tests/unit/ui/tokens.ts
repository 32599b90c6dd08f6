// The tokens of app.css, and what WCAG and the eye make of colours.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export type Tokens = Record<string, string>;
const css = readFileSync(resolve(import.meta.dirname, '../../../src/app.css'), 'utf8');

export function tokens(selector: string): Tokens {
  const at = css.indexOf(selector + ' {');
  if (at < 0) throw new Error(`no ${selector}`);
  const block = css.slice(at, css.indexOf('}', at));
  return Object.fromEntries([...block.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]));
}

export type Rgb = [r: number, g: number, b: number]; // 0 … 1
export const rgb = (hex: string): Rgb => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255) as Rgb;
export const over = (top: Rgb, alpha: number, ground: Rgb): Rgb =>
  top.map((part, i) => part * alpha + (ground[i] ?? 0) * (1 - alpha)) as Rgb;
const linear = (color: Rgb): Rgb =>
  color.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as Rgb;

function luminance(color: Rgb): number {
  const [r, g, b] = linear(color);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(one: string | Rgb, other: string | Rgb): number {
  const both = [one, other].map((color) => luminance(typeof color === 'string' ? rgb(color) : color));
  const [dark = 0, light = 0] = both.sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function oklab(hex: string): Rgb {
  const [r, g, b] = linear(rgb(hex));
  const l = Math.cbrt(0.4122 * r + 0.5363 * g + 0.0514 * b);
  const m = Math.cbrt(0.2119 * r + 0.6807 * g + 0.1074 * b);
  const s = Math.cbrt(0.0883 * r + 0.2817 * g + 0.63 * b);
  return [
    0.2105 * l + 0.7936 * m - 0.0041 * s, 1.978 * l - 2.4286 * m + 0.4506 * s, 0.0259 * l + 0.7828 * m - 0.8087 * s,
  ];
}

// How different two colours look: their distance in Oklab, in which black is 1 from white.
export function distance(one: string, other: string): number {
  const [a, b] = [oklab(one), oklab(other)];
  return Math.hypot(...a.map((part, i) => part - (b[i] ?? 0)));
}
