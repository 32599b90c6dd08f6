import { beforeEach, describe, expect, it } from 'vitest';
import { faultText, placedFault } from '../../../src/words/fault';
import { setLanguage } from '../../../src/words/words.svelte';

const fault = (code: string, args: string[] = [], column = 1, line = 1) =>
  ({ type: 'fault' as const, code, args, line, column });

const number = fault('expected.number', ['1', '20', '`two`'], 12);

describe('a fault in Spanish', () => {
  beforeEach(() => setLanguage('es'));

  it.each([
    [number, 'Se esperaba un número del 1 al 20, no `two`.'],
    [fault('expected.either', ['`hands up`', '`hands pass`', '@got.text_end']),
      'Se esperaba `hands up` o `hands pass`, no el final del texto.'],
    [fault('rule.sentence', ['@got.quoted', '"joke"']),
      'Se esperaba una frase como `next draws 2`, no el texto "joke".'],
    [fault('text.quote'), 'Se esperaba el cierre de las comillas antes del final de la línea.'],
  ])('%#', (one, said) => expect(faultText(one)).toBe(said));

  it('one inside another', () => {
    const outer = fault('option.of', ['cards=two', '@' + number.code, ...number.args]);
    expect(faultText(outer)).toBe('Opción cards=two: se esperaba un número del 1 al 20, no `two`.');
  });
});

it('a fault in English, with its place', async () => {
  await setLanguage('en');
  expect(faultText(number)).toBe('Expected a number from 1 to 20, got `two`.');
  expect(placedFault(number)).toBe('1:12: expected a number from 1 to 20, got `two`');
});
