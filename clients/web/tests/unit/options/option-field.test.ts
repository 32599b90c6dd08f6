// One option in a form: which choice is the edition's own, and numbers that are too large.
import { flushSync, mount } from 'svelte';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { OptionInfo } from '../../../src/engine/api';
import OptionField from '../../../src/options/OptionField.svelte';
import { setLanguage } from '../../../src/words/words.svelte';

const stacking: OptionInfo = { name: 'stacking', values: ['none', 'same', 'any'], min: 0, max: 0 };
const cards: OptionInfo = { name: 'cards', values: [], min: 1, max: 20 };

beforeAll(() => setLanguage('en'));
afterEach(() => document.body.replaceChildren());

function show(option: OptionInfo, value: string, own: string, list: boolean) {
  const onchange = vi.fn();
  mount(OptionField, { target: document.body, props: { option, value, own, list, onchange } });
  flushSync();
  return onchange;
}

it('as a list says which choice is the edition’s own', () => {
  show(stacking, 'any', 'none', true);
  const texts = [...document.querySelectorAll('option')].map(({ textContent }) => textContent);
  expect(texts).toEqual(["Off (this edition's rule)", 'Same on same', 'Any']);
});

it('as pills has each choice in sight', () => {
  const onchange = show(stacking, 'none', 'none', false);
  const radios = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')];
  expect(radios.map(({ checked }) => checked)).toEqual([true, false, false]);
  radios[2]?.click();
  expect(onchange).toHaveBeenCalledWith('any');
});

it('keeps a number within its bounds, and says them', () => {
  const onchange = show(cards, '7', '7', false);
  const input = document.querySelector('input') as HTMLInputElement;
  expect(document.querySelector('.hint')?.textContent).toContain('From 1 to 20; in this edition, 7.');
  input.value = '99';
  input.dispatchEvent(new Event('change', { bubbles: true }));
  expect(onchange).toHaveBeenCalledWith('20');
  input.value = '';
  input.dispatchEvent(new Event('change', { bubbles: true }));
  expect(onchange).toHaveBeenLastCalledWith('7');
});
