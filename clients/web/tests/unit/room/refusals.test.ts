import { beforeEach, expect, it } from 'vitest';
import { whyNot } from '../../../src/room/connection/refusals';
import { setLanguage } from '../../../src/words/words.svelte';

const refused = { type: 'refused' as const, text: 'English' };

beforeEach(() => setLanguage('es'));

it('says a refusal of the server in the language in use, with its numbers', () => {
  const fault = { code: 'room.grace.host', args: ['12'] };
  expect(whyNot({ ...refused, why: 'grace', fault })).toBe('el anfitrión estaba aquí hace un momento: espera 12 s');
});

it('says what is wrong with a rule, and where', () => {
  const fault = { code: 'expected.number', args: ['1', '20', '`two`'], line: 1, column: 12 };
  expect(whyNot({ ...refused, why: 'bad_rule', fault }))
    .toBe('esa regla no se entiende: 1:12: se esperaba un número del 1 al 20, no `two`');
});

it('says what this page refuses by itself, and the rules of the game', () => {
  expect(whyNot({ ...refused, why: 'offline' })).toBe('no hay conexión: inténtalo cuando vuelva');
  expect(whyNot({ ...refused, why: 'no_match', clause: 'TURN-1' })).toContain('TURN-1');
});

it('falls back to the English of a newer server', () => {
  expect(whyNot({ ...refused, why: 'brand_new' })).toBe('English');
  expect(whyNot({ ...refused, why: 'brand_new', fault: { code: 'room.brand_new', args: [] } })).toBe('English');
});
