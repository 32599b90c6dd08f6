import { beforeAll, expect, it } from 'vitest';
import { bubblesOf } from '../../../src/board/bubbles';
import { setLanguage } from '../../../src/words/words.svelte';

beforeAll(() => setLanguage('en'));
const to = { you: 1, names: [undefined, 'Lola', 'Paco'] };

it('what somebody says apart from a play stands at the seat', () => {
  const said = bubblesOf([
    { event: 'color', color: 'b', seat: 2 },
    { event: 'chose', seat: 3, value: 2, text: 'crow' },
    { event: 'chose', seat: 4, value: 2 },
    { event: 'voted', seat: 5, vote: true },
    { event: 'color', color: 'r' },
    { event: 'played', seat: 1, card: 'r7' },
  ], to);
  expect(Object.fromEntries(said)).toEqual({
    2: { text: 'Blue', color: 'b' }, 3: { text: 'Crow like a rooster' }, 4: { text: '→ Lola' },
    5: { text: 'Yes' },
  });
});
