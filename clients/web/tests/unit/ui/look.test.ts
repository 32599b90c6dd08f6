// The tokens of app.css: what is written on what can be read, in both themes.
import { describe, expect, it } from 'vitest';
import { looks, usual } from '../../../src/cards/looks';
import { contrast, tokens, type Tokens } from './tokens';

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
