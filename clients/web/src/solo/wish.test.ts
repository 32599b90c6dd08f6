import { describe, expect, it } from 'vitest';
import type { About, EditionInfo } from '../engine/api';
import { BOT_NAMES, completeWish, customsOf, defaultWish, levelsOf, PLAYERS_MAX, readWish } from './wish';

const edition = (id: string, customs: number): EditionInfo => ({
  id, title: { es: id, en: id }, direction: 'left', cards: [], customs, powers: {}, hyperspeed: false,
  options: { stacking: 'none', target: '500', ...(customs ? { custom_wilds: '3' } : {}) },
});
const level = (name: string) => ({ name, title: name, about: { es: '', en: '' } });
const about: About = {
  editions: [edition('classic', 4), edition('creeper', 0)],
  options: [
    { name: 'stacking', values: ['none', 'same', 'any'], min: 0, max: 0 },
    { name: 'target', values: [], min: 50, max: 1000 },
    { name: 'custom_wilds', values: [], min: 0, max: 4 },
  ],
  levels: ['novato', 'aprendiz', 'casual', 'veterana'].map(level),
  rules: ['extra-turn', 'joke', 'elbows'].map((name) => ({ name, text: name })),
};

describe('a wished table', () => {
  it('has names for all seats', () => expect(BOT_NAMES).toHaveLength(PLAYERS_MAX - 1));

  it('takes from a stored one only what makes sense', () => {
    expect(readWish(null, about)).toEqual(defaultWish(about));
    expect(readWish('{broken', about)).toEqual(defaultWish(about));
    const odd = {
      edition: 'x', players: 99, levels: ['genius'], options: { stacking: 'up', target: '7', x: '1' }, seed: 'a',
    };
    expect(readWish(JSON.stringify(odd), about)).toEqual(defaultWish(about));
    const good = {
      edition: 'creeper', players: 6, levels: ['veterana'], rules: ['joke'],
      options: { stacking: 'any', target: '200' }, seed: '18446744073709551615',
    };
    expect(readWish(JSON.stringify(good), about)).toEqual(good);
  });

  it('gives every bot a level', () => {
    expect(levelsOf({ ...defaultWish(about), players: 6, levels: ['a', 'b'] })).toEqual(['a', 'b', 'a', 'b', 'a']);
  });

  it('counts custom wilds by the option, in the editions that have them', () => {
    const [classic, creeper] = about.editions as [EditionInfo, EditionInfo];
    expect(customsOf(defaultWish(about), classic)).toBe(3);
    expect(customsOf({ ...defaultWish(about), options: { custom_wilds: '1' } }, classic)).toBe(1);
    expect(customsOf(defaultWish(about), creeper)).toBe(0);
  });

  it('picks the rules left to chance by the seed, no two alike', () => {
    const wish = { ...defaultWish(about), rules: ['', 'next draws 2'], seed: '7' };
    const once = completeWish(wish, about);
    expect(once.rules).toHaveLength(3);
    expect(once.rules[1]).toBe('next draws 2');
    expect(new Set(once.rules).size).toBe(3);
    expect(completeWish(wish, about)).toEqual(once);
    const many = Array.from({ length: 40 }, (_, i) => completeWish({ ...wish, seed: String(i) }, about).rules[0]);
    expect(new Set(many).size).toBe(3);
  });

  it('fills in a seed and leaves out options that are the edition’s own', () => {
    const wish = completeWish({ ...defaultWish(about), options: { stacking: 'none', target: '200' } }, about);
    expect(wish.seed).toMatch(/^\d+$/);
    expect(wish.options).toEqual({ target: '200' });
  });

  it('leaves out what another edition was asked for', () => {
    const wish = { ...defaultWish(about), edition: 'creeper', options: { custom_wilds: '1', target: '200' } };
    expect(completeWish(wish, about).options).toEqual({ target: '200' });
  });
});
