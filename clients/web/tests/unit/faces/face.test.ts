import { describe, expect, it } from 'vitest';
import { CHOICES, faceOf, seedFor, seedOf } from '../../../src/faces/face';
import { BOT_NAMES } from '../../../src/solo/table-request';

const drawn = (seed: number): string => JSON.stringify(faceOf(seed));

describe('a face', () => {
  it('follows from its number, and the number from a name however it is written', () => {
    expect(drawn(seedOf('Ana'))).toBe(drawn(seedOf(' ana ')));
    expect(drawn(seedOf('Ana'))).not.toBe(drawn(seedOf('Eva')));
    expect(seedFor({ name: 'Ana', face: 7 })).toBe(7);
    expect(seedFor({ name: 'Ana', face: 0 })).toBe(seedOf('Ana'));
  });

  it('is another one for each choice and for each bot', () => {
    const choices = Array.from({ length: CHOICES }, (_, i) => drawn(i + 1));
    expect(new Set(choices).size).toBe(CHOICES);
    const bots = BOT_NAMES.map((name) => faceOf(seedOf(name)));
    expect(new Set(bots.map(({ hair }) => hair)).size).toBeGreaterThanOrEqual(7);
    expect(new Set(bots.map((face) => JSON.stringify(face))).size).toBe(BOT_NAMES.length);
  });

  it('shows every hair, skin and colour to somebody', () => {
    const many = Array.from({ length: 400 }, (_, i) => faceOf(i));
    for (const [part, least] of [['hair', 14], ['skin', 6], ['ground', 8], ['beard', 4], ['extra', 8]] as const)
      expect(new Set(many.map((face) => face[part])).size, part).toBe(least);
    expect(many.filter(({ hair, beard }) => hair.beardless && beard)).toEqual([]);
  });
});
