// The tokens of app.css: what is written on what can be read, in both themes.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { looks, usual } from '../../../src/cards/looks';

type Tokens = Record<string, string>;
const css = readFileSync(resolve(import.meta.dirname, '../../../src/app.css'), 'utf8');

function tokens(selector: string): Tokens {
  const at = css.indexOf(selector + ' {');
  if (at < 0) throw new Error(`no ${selector}`);
  const block = css.slice(at, css.indexOf('}', at));
  return Object.fromEntries([...block.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]));
}

function luminance(hex: string): number {
  const parts = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
  const [r = 0, g = 0, b = 0] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const light = tokens(':root');
const dark = tokens(":root[data-theme='dark']");
const FELTS = ['table', 'table-deep', 'table-light'];
const PAPERS = ['paper', 'surface', 'surface-2'];
const READ: [string, string[]][] = [
  ['ink', PAPERS], ['ink-soft', PAPERS], ['accent-text', PAPERS], ['good', PAPERS], ['danger', PAPERS],
  ['teal-text', PAPERS], ['accent-ink', ['accent', 'accent-hot']], ['danger-ink', ['danger']],
  ['table-ink', FELTS], ['table-ink-soft', FELTS],
  ['red-ink', ['red']], ['yellow-ink', ['yellow']], ['green-ink', ['green']], ['blue-ink', ['blue']],
  ['card-ink', ['card-paper', 'yellow']], ['red', ['card-paper']], ['green', ['card-paper']], ['blue', ['card-paper']],
];
const SEEN: [string, string[]][] = [
  ['line-strong', PAPERS], ['ring-on-paper', PAPERS], ['ring-on-table', FELTS],
];

describe('the look', () => {
  it.each([['light', light], ['dark', { ...light, ...dark }]])('can be read in the %s theme', (_, theme: Tokens) => {
    for (const [pairs, least] of [[READ, 4.5], [SEEN, 3]] as const)
      for (const [ink, grounds] of pairs)
        for (const ground of grounds)
          expect(contrast(theme[ink] ?? '', theme[ground] ?? ''), `${ink} on ${ground}`).toBeGreaterThanOrEqual(least);
    for (const { wild } of [...Object.values(looks), usual]) expect(contrast('#fffaf0', wild)).toBeGreaterThan(7);
  });

  it('has one dark theme, however it was chosen', () => {
    expect(tokens(":root:not([data-theme='light'])")).toEqual(dark);
  });
});
