import { describe, expect, it } from 'vitest';
import type { About, EditionInfo } from '../../../src/engine/api';
import {
  BOT_NAMES, completeRequest, customsOf, defaultRequest, firstRequest, levelsOf, longRequest, PLAYERS_MAX,
  playsOneHand, readRequest,
} from '../../../src/solo/table-request';

const edition = (id: string, customs: number): EditionInfo => ({
  id, title: { es: id, en: id }, direction: 'left', cards: [], customs, powers: {}, hyperspeed: false,
  options: { stacking: 'none', target: '500', ...(customs ? { custom_wilds: '3' } : {}) },
});
const level = (name: string) => ({ name, title: name });
const about: About = {
  editions: [edition('classic', 4), edition('creeper', 0)],
  options: [
    { name: 'stacking', values: ['none', 'same', 'any'], min: 0, max: 0 },
    { name: 'target', values: [], min: 50, max: 1000 },
    { name: 'custom_wilds', values: [], min: 0, max: 4 },
  ],
  levels: ['novato', 'aprendiz', 'casual', 'veterana'].map(level),
  rules: ['extra-turn', 'joke', 'elbows'].map((name) => ({ name, text: name, tree: [] })),
};

describe('a wished table', () => {
  it('has names for all seats', () => expect(BOT_NAMES).toHaveLength(PLAYERS_MAX - 1));

  it('takes from a stored one only what makes sense', () => {
    expect(readRequest(null, about)).toEqual(defaultRequest(about));
    expect(readRequest('{broken', about)).toEqual(defaultRequest(about));
    const odd = {
      edition: 'x', players: 99, levels: ['genius'], options: { stacking: 'up', target: '7', x: '1' }, seed: 'a',
    };
    expect(readRequest(JSON.stringify(odd), about)).toEqual(defaultRequest(about));
    const good = {
      edition: 'creeper', players: 6, levels: ['veterana'], rules: ['joke'],
      options: { stacking: 'any', target: '200' }, seed: '18446744073709551615',
    };
    expect(readRequest(JSON.stringify(good), about)).toEqual(good);
  });

  it('is one quick hand without rules to read for a newcomer, and the whole game a press away', () => {
    const first = completeRequest(firstRequest(about), about);
    expect(first).toMatchObject({ players: 4, levels: ['novato', 'novato', 'novato'], rules: [] });
    expect(first.options).toEqual({ custom_wilds: '0' }); // `format` is not an option of the edition in this test
    expect(firstRequest(about).options.format).toBe('hand');
    expect(longRequest(firstRequest(about)).options).toEqual({});
    const chosen = { format: 'hand', stacking: 'any', custom_wilds: '2' };
    expect(longRequest({ ...firstRequest(about), options: chosen }).options)
        .toEqual({ stacking: 'any', custom_wilds: '2' });
    expect(playsOneHand(null)).toBe(true);
    expect(playsOneHand(JSON.stringify(firstRequest(about)))).toBe(true);
    expect(playsOneHand(JSON.stringify(defaultRequest(about)))).toBe(false);
    expect(playsOneHand('{broken')).toBe(true);
  });

  it('gives every bot a level', () => {
    expect(levelsOf({ ...defaultRequest(about), players: 6, levels: ['a', 'b'] })).toEqual(['a', 'b', 'a', 'b', 'a']);
  });

  it('counts custom wilds by the option, in the editions that have them', () => {
    const [classic, creeper] = about.editions as [EditionInfo, EditionInfo];
    expect(customsOf(defaultRequest(about), classic)).toBe(3);
    expect(customsOf({ ...defaultRequest(about), options: { custom_wilds: '1' } }, classic)).toBe(1);
    expect(customsOf(defaultRequest(about), creeper)).toBe(0);
  });

  it('picks the rules left to chance by the seed, no two alike', () => {
    const request = { ...defaultRequest(about), rules: ['', 'next draws 2'], seed: '7' };
    const once = completeRequest(request, about);
    expect(once.rules).toHaveLength(3);
    expect(once.rules[1]).toBe('next draws 2');
    expect(new Set(once.rules).size).toBe(3);
    expect(completeRequest(request, about)).toEqual(once);
    const many = Array.from({ length: 40 }, (_, i) => completeRequest({ ...request, seed: String(i) }, about).rules[0]);
    expect(new Set(many).size).toBe(3);
  });

  it('fills in a seed and leaves out options that are the edition’s own', () => {
    const request = completeRequest({ ...defaultRequest(about), options: { stacking: 'none', target: '200' } }, about);
    expect(request.seed).toMatch(/^\d+$/);
    expect(request.options).toEqual({ target: '200' });
  });

  it('leaves out what another edition was asked for', () => {
    const request = { ...defaultRequest(about), edition: 'creeper', options: { custom_wilds: '1', target: '200' } };
    expect(completeRequest(request, about).options).toEqual({ target: '200' });
  });
});
