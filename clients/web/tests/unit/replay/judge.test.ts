import { describe, expect, it } from 'vitest';
import type { Chances, Prospects } from '../../../src/engine/api';
import { betterMove, candidate, handsOf, turningPoints, summariesOf, type Better } from '../../../src/replay/judge';

const steps = (hands: number[]) => hands.map((hand) => ({ seat: 1, move: 'draw', hand }));
const curve = (first: number[], worlds = 1000): Chances[] => first.map((win) => ({ win: [win, 1 - win], worlds }));

describe('turning points', () => {
  it('are the steps after which a chance changed much, and whose', () => {
    const found = turningPoints(steps([1, 1, 1, 1]), curve([0.5, 0.52, 0.83, 0.6]), 1);
    expect(found).toEqual([
      { step: 2, seat: 1, change: expect.closeTo(0.31) as number },
      { step: 3, seat: 1, change: expect.closeTo(-0.23) as number },
    ]);
  });

  it('are not what few worlds make of nothing', () => {
    expect(turningPoints(steps([1, 1]), curve([0.5, 0.7], 20), 1)).toEqual([]);
    expect(turningPoints(steps([1, 1]), curve([0.5, 0.7], 400), 1)).toHaveLength(1);
  });

  it('never reach from one hand into the next', () => {
    expect(turningPoints(steps([1, 1, 2, 2]), curve([0.9, 1, 0.5, 0.5]), 2)).toEqual([]);
    expect(turningPoints(steps([1, 1, 2, 2]), curve([0.9, 1, 0.5, 0.5]), 1)).toEqual([]);
  });

  it('are the largest six, in the order of play', () => {
    const wins = Array.from({ length: 20 }, (_, i) => (i % 2 ? 0.5 + 0.02 * i : 0.1 - 0.002 * i));
    const found = turningPoints(steps(wins.map(() => 1)), curve(wins), 1);
    expect(found.map(({ step }) => step)).toEqual([14, 15, 16, 17, 18, 19]);
  });

  it('wait for steps that are not counted yet', () => {
    expect(turningPoints(steps([1, 1, 1]), [null, ...curve([0.1]), null], 1)).toEqual([]);
  });
});

describe('better moves', () => {
  const prospects = (played: number, other: number): Prospects => ({
    seat: 2, played: 'play r7',
    moves: [{ move: 'draw', win: other, points: 0 }, { move: 'play r7', win: played, points: 0 }],
  });

  it('need a closer look', () => {
    expect(candidate(prospects(0.3, 0.5))).toBe('draw');
    expect(candidate(prospects(0.5, 0.3))).toBeNull();
    expect(candidate(prospects(0.5, 0.5))).toBeNull();
    expect(candidate(prospects(0.5, 0.54))).toBeNull();
    expect(candidate({ seat: 1, played: 'draw', moves: [] })).toBeNull();
  });

  it('are named when they win clearly more often', () => {
    expect(betterMove(9, 'draw', prospects(0.3, 0.42), 600)).toEqual({
      step: 9, seat: 2, played: 'play r7', better: 'draw', gain: expect.closeTo(0.12) as number,
    });
    expect(betterMove(9, 'draw', prospects(0.3, 0.34), 10_000)).toBeNull(); // too little to mind
    expect(betterMove(9, 'draw', prospects(0.3, 0.42), 60)).toBeNull(); // may be luck
    expect(betterMove(9, 'draw', prospects(0.42, 0.3), 600)).toBeNull();
    expect(betterMove(9, 'keep', prospects(0.3, 0.42), 600)).toBeNull();
  });

  it('are counted for each seat, the dearest named', () => {
    const one = (step: number, seat: number, gain: number): Better => ({ step, seat, gain, played: 'a', better: 'b' });
    const [first, second] = summariesOf(2, [1, 1, 2], [one(3, 1, 0.1), one(5, 1, 0.3), one(7, 1, 0.2)]);
    expect(first).toMatchObject({ seat: 1, decisions: 2, lost: 3, worst: { step: 5 } });
    expect(second).toEqual({ seat: 2, decisions: 1, lost: 0, worst: null });
  });
});

it('knows where hands begin and end', () => {
  expect(handsOf(steps([1, 1, 2, 3, 3]))).toEqual([
    { hand: 1, first: 0, last: 1 }, { hand: 2, first: 2, last: 2 }, { hand: 3, first: 3, last: 4 },
  ]);
});
