// Every tabletop can be read and played on, by day and by night; the one that was chosen is laid and kept.
import { beforeEach, describe, expect, it } from 'vitest';
import { TABLETOPS, type Tabletop } from '../../../src/settings/choices';
import { settings } from '../../../src/settings/settings.svelte';
import { lay } from '../../../src/settings/tabletop';
import { styleOf, tabletops, type Colours } from '../../../src/settings/tabletops';
import { contrast, distance, over, rgb, tokens, type Rgb } from '../ui/tokens';

const THEMES = { day: tokens(':root'), night: { ...tokens(':root'), ...tokens(":root[data-theme='dark']") } };
const CARDS = ['red', 'yellow', 'green', 'blue'] as const;
const [BLACK, WHITE]: Rgb[] = [[0, 0, 0], [1, 1, 1]];
const PLATES = [0.3, 0.42, 0.72]; // how much shade lies under the log, a seat, the seat whose turn it is

// A place of the table as it is, and under the strongest part of its pattern. Dots are smaller than any letter.
function grounds(felt: string, pattern = ''): Rgb[] {
  const lines = pattern.replace(/radial-gradient\(circle, [^)]*\)/g, '');
  const strongest = (tone: number): number =>
    Math.max(0, ...[...lines.matchAll(/rgb\((\d+) .*? \/ ([\d.]+)%\)/g)].filter((one) => Number(one[1]) === tone)
      .map((one) => Number(one[2]) / 100));
  return [rgb(felt), over(BLACK!, strongest(0), rgb(felt)), over(WHITE!, strongest(255), rgb(felt))];
}

describe.each(TABLETOPS)('the tabletop %s', (top) => {
  const { pattern, ...times } = tabletops[top];

  it.each(['day', 'night'] as const)('can be read and played on by %s', (time) => {
    const colours: Colours = times[time];
    const { table, deep, light, shade, ink, ring, mark } = colours;
    const inks = { ink: rgb(ink), 'soft ink': over(rgb(table), 0.08, rgb(ink)) }; // mixed in app.css
    for (const felt of [table, deep, light])
      for (const ground of grounds(felt, pattern))
        for (const plate of [ground, ...PLATES.map((much) => over(rgb(shade), much, ground))]) {
          for (const [name, one] of Object.entries(inks))
            expect(contrast(one, plate), `${name} on ${felt}`).toBeGreaterThanOrEqual(4.5);
          if (plate !== ground) expect(contrast(mark, plate), `mark on ${felt}`).toBeGreaterThanOrEqual(3);
        }
    for (const felt of [table, deep]) expect(contrast(ring, felt), 'what is asked').toBeGreaterThanOrEqual(4.5);
    expect(contrast(ring, light), 'a focus ring').toBeGreaterThanOrEqual(3);
    expect(contrast(deep, ink), 'a count').toBeGreaterThanOrEqual(4.5);
  });

  it.each(['day', 'night'] as const)('shows the four colours by %s', (time) => {
    const { table, deep, light, ...colours } = times[time];
    for (const felt of [table, deep, light])
      for (const name of CARDS) {
        expect(distance(colours[name], felt), `${name} on ${felt}`).toBeGreaterThan(0.2);
        // A card has an edge of paper. Where that is lost on a pale table, the colour itself must not be.
        const edged = contrast(THEMES[time]['card-paper'] ?? '', felt) >= 3;
        expect(edged || distance(THEMES[time][name] ?? '', felt) > 0.1, `a ${name} card on ${felt}`).toBe(true);
      }
  });

  it('asks for nothing from elsewhere', () => {
    expect(styleOf(top)).not.toMatch(/url|@/);
  });
});

it('the usual tabletop, among those to choose from, is that of app.css', () => {
  for (const time of ['day', 'night'] as const) {
    const { table, deep, light, shade, ink, ring, mark } = tabletops.lagoon[time];
    const theme = THEMES[time];
    expect([table, deep, light, shade, ink, ring, mark]).toEqual([
      theme.table, theme['table-deep'], theme['table-light'], theme['table-shade'], theme['table-ink'],
      theme['ring-on-table'], theme.accent,
    ]);
  }
});

describe('a tabletop', () => {
  const root = document.documentElement;
  const choose = (top: Tabletop): Promise<void> => lay((settings.tabletop = top));
  beforeEach(async () => {
    localStorage.clear();
    await choose('lagoon');
  });

  it('is laid, and kept for the next visit', async () => {
    await choose('clay');
    expect(root.className).toBe('tabletop');
    expect(root.style.getPropertyValue('--tabletop-table')).toContain(tabletops.clay.day.table);
    expect(localStorage.getItem('comodin.tabletop')).toBe(styleOf('clay'));
    await choose('lagoon');
    expect([root.className, root.style.cssText, localStorage.getItem('comodin.tabletop')]).toEqual(['', '', null]);
  });

  it('is the one that was chosen last, whichever arrives first', async () => {
    await Promise.all([choose('clay'), choose('lagoon')]);
    expect(root.className).toBe('');
  });
});
