import { describe, expect, it } from 'vitest';
import { answerKind, moveInQuestion, controls, nextStep, standing, target } from '../../../src/board/choices';

const WILD = ['r', 'y', 'g', 'b'].flatMap((c) => [`play W ${c}`, `play W ${c} uno`]);

describe('controls', () => {
  it('puts each move where it is pressed', () => {
    const c = controls(['play r7', 'jump r7', 'throw y1', 'discard g2', 'draw', 'flip', 'uno', 'catch 3', 'give 2',
      'keep']);
    expect([...c.cards]).toEqual([['r7', ['play r7', 'jump r7']], ['y1', ['throw y1']], ['g2', ['discard g2']]]);
    expect([c.draw, c.flip, c.uno, c.catches.get(3), c.gives, c.answers])
      .toEqual(['draw', 'flip', 'uno', 'catch 3', ['give 2'], ['keep']]);
    expect(c.arms).toBe(false);
  });
  it('keeps moves of kinds it has never heard of', () => {
    expect(controls(['sing loudly', 'throw none']).answers).toEqual(['sing loudly', 'throw none']);
  });
  it('knows that a play can be made with the call', () => {
    expect(controls(WILD).arms).toBe(true);
  });
});

describe('steps', () => {
  it('makes a plain play at once', () => {
    expect(nextStep(['play r7'], false)).toBe('play r7');
  });
  it('asks for the colour, and UNO only at its button', () => {
    expect(nextStep(WILD, false)).toMatchObject(
      { ask: 'color', options: [{ key: 'r' }, { key: 'y' }, { key: 'g' }, { key: 'b' }] });
    expect(standing({ from: WILD, pressed: ['g'] }, WILD, false)).toBe('play W g');
    expect(standing({ from: WILD, pressed: ['g'] }, WILD, true)).toBe('play W g uno');
  });
  it('asks for the power, then for the colour', () => {
    const moves = ['red', 'blue'].flatMap((p) => ['r', 'g'].map((c) => `play Wp ${c} power ${p}`));
    expect(nextStep(moves, false)).toMatchObject({ ask: 'power', options: [{ key: 'red' }, { key: 'blue' }] });
    expect(standing({ from: moves, pressed: ['blue'] }, moves, false)).toMatchObject({ ask: 'color' });
    expect(standing({ from: moves, pressed: ['blue', 'g'] }, moves, false)).toBe('play Wp g power blue');
  });
  it('asks how, when a card can go in two ways, and whom', () => {
    expect(nextStep(['play r7', 'jump r7'], false)).toMatchObject({ ask: 'verb' });
    expect(nextStep(['give 2', 'give 3'], false)).toMatchObject({ ask: 'seat', options: [{ key: '2' }, { key: '3' }] });
  });
  it('plays with the call if there is no other way', () => {
    expect(nextStep(['play r7 uno'], false)).toBe('play r7 uno');
    expect(nextStep(['play r7'], true)).toBe('play r7');
  });
  it('forgets a choice that the table no longer offers', () => {
    expect(standing({ from: WILD, pressed: [] }, ['draw'], false)).toBeNull();
    expect(standing({ from: WILD, pressed: ['y'] }, ['play W r'], false)).toBe('play W r');
  });
});

describe('answers', () => {
  it('are aimed at seats only when they name seats', () => {
    expect([target('swap 3'), target('choose 2'), target('choose 2', ['crow', 'draw']), target('keep')])
      .toEqual([3, 2, 0, 0]);
    expect(['color r', 'power red', 'swap 2', 'vote yes'].map((m) => answerKind(m)))
      .toEqual(['color', 'power', 'seat', 'plain']);
  });
});

describe('asking why', () => {
  it('adds what the table misses', () => {
    expect(moveInQuestion('r7', ['draw'], null, '')).toBe('play r7');
    expect(moveInQuestion('r7', ['draw'], 'play r7', 'no_match')).toBeNull();
    expect(moveInQuestion('Wp', [], 'play Wp', 'color_missing')).toBe('play Wp r');
    expect(moveInQuestion('Wp', [], 'play Wp r', 'power_missing')).toBe('play Wp r power red');
  });
  it('never asks with a card that can be played', () => {
    expect(moveInQuestion('W', WILD, null, '')).toBeNull();
    expect(moveInQuestion('r7', ['jump r7'], null, '')).toBe('play r7');
  });
});
