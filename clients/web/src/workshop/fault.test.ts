import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { setLanguage } from '../words/words.svelte';
import { faultSpan, faultText, translated } from './fault';

const fault = (what: string, column = 1, line = 1) => ({ type: 'fault' as const, line, column, what });

describe('a fault in Spanish', () => {
  beforeEach(() => setLanguage('es'));

  it('knows everything that the parser of rules expects', () => {
    const parser = readFileSync('../../notation/rule.cpp', 'utf8').replaceAll(/"\s*\n\s*"/g, '');
    const custom = parser.replace(/bool take_power[^]*?\n {2}\}/, ''); // not for players
    const all = (pattern: RegExp): string[] => [...custom.matchAll(pattern)].map(([, what]) => what ?? '');
    const expected = all(/fail(?:_at)?\((?:\w+,\s*)?"((?:[^"\\]|\\.)+)"\)/g);
    expected.push(...all(/quoted_text\(\w+, "([^"]+)"\)/g));
    expect(expected.length).toBeGreaterThan(15);
    for (const what of expected) expect(translated(what), what).toBe(true);
  });

  it.each([
    ['expected a number from 1 to 20, got `two`', 'Aquí dice «two». Se esperaba un número de 1 a 20.'],
    ['expected `hands up` or `hands pass`, got the end of the text',
      'Aquí se acaba la frase. Se esperaba una de estas palabras: hands up o hands pass.'],
    ['expected red, yellow, green, blue or named, got `purple`',
      'Aquí dice «purple». Se esperaba una de estas palabras: red, yellow, green, blue o named.'],
    ['expected `|` and a second choice, got `}`', 'Aquí dice «}». Se esperaba «|» y una segunda opción.'],
    ['expected a closing quote before the end of the line', 'Falta cerrar las comillas antes del fin de la línea.'],
    ['something new', ''],
  ])('%s', (what, said) => expect(faultText(fault(what))).toBe(said));
});

it('English needs no translation', async () => {
  await setLanguage('en');
  expect(faultText(fault('expected a number from 1 to 20, got `two`'))).toBe('');
});

describe('the place of a fault', () => {
  const at = (text: string, line: number, column: number): string => {
    const { from, to } = faultSpan(text, fault('', column, line));
    return text.slice(from, to);
  };
  it('is a word', () => expect(at('skip\nnext draws two; skip', 2, 12)).toBe('two'));
  it('counts bytes, not characters', () => expect(at('player confirms "ñandú" now', 1, 27)).toBe('now'));
  it('is a mark, a text or the end', () => {
    expect(at('next chooses { "crow" }', 1, 23)).toBe('}');
    expect(at('next draws "two cards" x', 1, 12)).toBe('"two cards"');
    expect(faultSpan('next', fault('', 5))).toEqual({ from: 4, to: 5 });
  });
});
