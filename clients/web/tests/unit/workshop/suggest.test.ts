import { expect, it } from 'vitest';
import { suggest } from '../../../src/workshop/suggest';

it.each([
  ['', ['player', 'next', 'others', 'hit', 'skip', 'hands'], ['draws', ';']],
  ['next ', ['draws', 'swaps', 'is', 'chooses'], ['draw', 'are']],
  ['others ', ['draw', 'are', 'vote'], ['draws', 'swap', 'swaps']],
  ['next draws ', ['until', '2'], ['red', 'if']],
  ['next draws until ', ['red', 'named'], ['wilds']],
  ['next draws 2 ', ['if', ';'], ['until']],
  ['skip; next dis', ['discards'], ['draws']],
  ['others vote ', ['most', '"…"'], []],
  ['others vote "Fair; or not?" ', ['{ yes: skip | no: skip }'], ['most']],
  ['others vote "Fair?" { ', ['yes:'], ['no:']],
  ['next chooses { "a" | "b" } ', [';'], ['next']],
  ['next is marked statue ', ['until uno', ';'], []],
  ['next shows hand to ', ['table', 'player'], ['others']],
])('after %j', (before, there, missing) => {
  const { words } = suggest(before);
  for (const word of there) expect(words).toContain(word);
  for (const word of missing) expect(words).not.toContain(word);
});

it('offers nothing inside a text or a comment', () => {
  expect(suggest('player confirms "next ').words).toEqual([]);
  expect(suggest('skip # next ').words).toEqual([]);
});

it('knows what was begun', () => expect(suggest('next dr')).toEqual({ words: ['draws'], typed: 'dr' }));
