import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setLanguage } from '../../../src/words/words.svelte';
import { explain, explainRule } from '../../../src/rules/explain';
import { readAll, readBlocks } from './read';
import { randomRule } from './samples';

describe('a rule in Spanish', () => {
  beforeEach(() => setLanguage('es'));

  const cases = [
    ['next draws 2; next loses turn', 'El siguiente toma 2 cartas y pierde su turno.'],
    ['others draw 1; player plays again', 'Los demás toman 1 carta cada uno. Juegas otra vez.'],
    ['player draws 1; player shows hand to table; player swaps with next',
      'Tú tomas 1 carta, muestras tu mano a toda la mesa y cambias tu mano con el siguiente.'],
    ['next discards named', 'El siguiente descarta todas las del color pedido.'],
    ['previous draws until red', 'El anterior toma cartas hasta que salga rojo.'],
    ['joke', 'Si alguien se ríe, te quedas con una sola carta; si nadie se ríe, tomas cuatro.'],
    ['next jumps', 'next jumps'],
    ['others vote most "Guilty?" { yes: player draws 3 | no: others draw 1 }; skip',
      'Los demás votan (decide la mayoría): «Guilty?». Si gana el sí: tú tomas 3 cartas. ' +
      'Si gana el no: los demás toman 1 carta cada uno. Después: el siguiente pierde su turno.'],
  ] as const;
  beforeAll(() => readAll(cases.map(([text]) => text)));
  it.each(cases)('%s', (text, said) => expect(explainRule(text)).toBe(said));

  it('puts questions inside questions in brackets', async () => {
    const inner = 'next chooses { "x": skip | "y" }';
    const text = `player chooses { "a": ${inner}; reverse | "b": hands up }; hands pass`;
    expect(explainRule(text)).toBe(text); // until the engine has read it
    await readAll([text]);
    expect(explainRule(text)).toBe(
      'Tú eliges una de estas. «a»: (El siguiente elige una de estas. «x»: el siguiente pierde su turno. ' +
      '«y»: no pasa nada. Después: cambia el sentido del juego.) «b»: todas las manos quedan a la vista hasta tu ' +
      'próximo turno. Después: cada mano pasa al jugador de al lado, en el sentido del juego.');
  });
});

describe.each(['es', 'en'])('in %s', (language) => {
  beforeEach(() => setLanguage(language));

  it('every block has words, with nothing left open', () => {
    for (let seed = 1; seed <= 300; ++seed)
      for (const { text } of explain(randomRule(seed))) expect(text).not.toMatch(/web\.|\{\d\}|undefined/);
  });
});

it('says the same in English', async () => {
  await setLanguage('en');
  await readAll(['next draws 2; next loses turn; everyone fill to 5']);
  expect(explainRule('next draws 2; next loses turn; everyone fill to 5')).toBe(
    'The next player draws 2 cards and loses their turn. ' +
    'The others, then you, draw or discard until they hold 5 cards.');
  const lines = explain(readBlocks('others vote "Fair?" { yes:  | no: skip; reverse }') ?? []);
  expect(lines).toEqual([
    { depth: 0, text: 'The others vote (one yes is enough): “Fair?”.' },
    { depth: 1, text: 'If the answer is yes: nothing happens.' },
    { depth: 1, text: 'If the answer is no: the next player loses their turn. Play changes direction.' },
  ]);
});
