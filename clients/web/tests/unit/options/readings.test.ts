import { beforeAll, describe, expect, it } from 'vitest';
import { realEngine } from '../real-engine';
import { setLanguage } from '../../../src/words/words.svelte';
import { asUsual, chipOf, isSo, readingsOf, tellReadings, toTheLetter } from '../../../src/options/readings';

const about = await realEngine().about();
const of = (id: string) => {
  const edition = about.editions.find((one) => one.id === id)!;
  return { own: edition.options, readings: readingsOf(about.options, edition) };
};
const names = (id: string): string[] => of(id).readings.map(({ name }) => name);

beforeAll(() => setLanguage('en'));

describe('readings', () => {
  it('are those that the edition has room for', () => {
    expect(names('classic')).toEqual(['uno_window', 'stuck_draw']);
    expect(names('streams')).toEqual(['uno_window', 'throw_color', 'throw_wild']);
    expect(names('powers')).toEqual(['uno_window', 'double_uno', 'double_second', 'flip_effect', 'shield_reverse']);
    expect(names('creeper')).toEqual(['uno_window']);
  });

  it('are set to the letter at once, and back', () => {
    const { own, readings } = of('powers');
    const letter = toTheLetter(readings);
    expect(letter).toMatchObject({ double_second: 'any', flip_effect: 'placed', uno_window: 'turn' });
    expect(isSo(letter, own)).toBe(false);
    expect(isSo(letter, { ...own, stacking: 'any', ...letter })).toBe(true);
    expect(isSo(asUsual(readings, own), { ...own, ...letter })).toBe(false);
    expect(isSo(asUsual(readings, own), { ...own, stacking: 'any' })).toBe(true);
  });

  it('are named in short where they are not as usual', () => {
    const { own, readings } = of('powers');
    expect(chipOf(readings, own, { ...own, stacking: 'any' })).toBe('');
    expect(chipOf(readings, own, { ...own, double_uno: 'end', flip_effect: 'placed' })).toBe('2 changes');
    expect(chipOf(readings, own, { ...own, ...toTheLetter(readings) })).toBe('To the letter');
  });

  it.each(['es', 'en'] as const)('have a name, values and a sentence for each, in %s', async (language) => {
    await setLanguage(language);
    for (const { id } of about.editions) {
      const { own, readings } = of(id);
      for (const chosen of [own, { ...own, ...toTheLetter(readings) }])
        for (const one of tellReadings(readings, own, chosen)) {
          expect(one.rule, one.name).toMatch(/^\p{Lu}.*\.$/u);
          expect(`${one.title} ${one.usual} ${one.other}`).not.toMatch(/option\.|_/);
        }
    }
    await setLanguage('en');
  });

  it('say which is played, whether that is the usual one, and what else there is', () => {
    const { own, readings } = of('powers');
    const second = (chosen: Record<string, string>) =>
      tellReadings(readings, own, chosen).find(({ name }) => name === 'double_second');
    expect(second(own)).toMatchObject({
      title: 'The second card', rule: 'The second of two cards must match the first or be a wild.', differs: false,
      other: 'any card',
    });
    expect(second({ ...own, double_second: 'any' })).toMatchObject({
      rule: 'The second of two cards may be any card.', differs: true, usual: 'must match',
    });
  });
});
