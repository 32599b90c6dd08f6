import { describe, expect, it } from 'vitest';
import { AT_ONCE, flights, LONGEST, spotName } from '../../../src/board/flights';
import type { Event } from '../../../src/table/wire';

const paths = (events: Event[], seats = 4): string[] =>
  flights(events, seats).map((f) => `${f.card ?? 'back'}: ${spotName(f.from)} > ${spotName(f.to)}`);

describe('flights', () => {
  it('follow what happened', () => {
    expect(paths([{ event: 'played', seat: 2, card: 'r7' }, { event: 'color', color: 'r' }])).toEqual(['r7: seat-2 > discard']);
    expect(paths([{ event: 'drew', seat: 1, card: 'y4' }])).toEqual(['y4: pile > seat-1']);
    expect(paths([{ event: 'flipped', seat: 1, card: 'g4' }])).toEqual(['g4: pile > discard']);
    expect(paths([{ event: 'threw', seat: 3, card: null }])).toEqual([]);
    expect(paths([{ event: 'discarded', seat: 3, card: 'W' }])).toEqual(['W: seat-3 > discard']);
    expect(paths([{ event: 'put-back', card: 'W4' }])).toEqual(['W4: discard > pile']);
    expect(paths([{ event: 'swapped', seat: 1, other: 3 }]).slice(1, 3)).toEqual(['back: seat-1 > seat-3', 'back: seat-3 > seat-1']);
  });
  it('pass hands on in the direction of play', () => {
    expect(paths([{ event: 'hands-passed', direction: 'left' }], 3)).toEqual(
      ['back: seat-1 > seat-2', 'back: seat-2 > seat-3', 'back: seat-3 > seat-1']);
    expect(paths([{ event: 'hands-passed', direction: 'right' }], 3)[0]).toBe('back: seat-1 > seat-3');
  });
  it('show no card that was not told', () => {
    expect(paths([{ event: 'drew', seat: 2 }])).toEqual(['back: pile > seat-2']);
    expect(paths([{ event: 'gave', seat: 2, other: 3, value: 2 }])).toEqual(Array(2).fill('back: seat-2 > seat-3'));
    expect(paths([{ event: 'gave', seat: 2, other: 1, value: 1, cards: ['r1'] }])).toEqual(['r1: seat-2 > seat-1']);
  });
  it('are over after a third of a second, however much happens', () => {
    for (const count of [1, 2, 5, 30, 200]) {
      const all = flights(Array.from({ length: count }, () => ({ event: 'drew', seat: 2 })), 10);
      expect(all.length).toBe(Math.min(count, AT_ONCE));
      expect(Math.max(...all.map((f) => f.delay + f.lasts))).toBeLessThanOrEqual(LONGEST);
      expect(Math.max(...all.map((f) => f.lasts))).toBeLessThanOrEqual(300);
    }
  });
});
