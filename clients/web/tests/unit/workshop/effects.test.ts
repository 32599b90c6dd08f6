import { describe, expect, it } from 'vitest';
import type { TrialReport, TrialSide } from '../../../src/engine/api';
import { estimate, effectsOf, since, sliceOf, type Slice } from '../../../src/workshop/effects';

const side = (hands: number, turns: number, more: Partial<TrialSide> = {}): TrialSide => ({
  hands, turns, lengths: [hands, 0], played: hands, turned: 0, players: hands, winners: 0, wins: [hands, 0], blocked: 0,
  ...more,
});

// Normal numbers by a fixed generator.
function normal(seed: number): () => number {
  let state = seed;
  const uniform = (): number => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  return () => Math.sqrt(-2 * Math.log(uniform() || 1e-9)) * Math.cos(2 * Math.PI * uniform());
}

function trial(slices: { with: number; without: number }[]): { report: TrialReport; slices: Slice[] } {
  let before: TrialReport = { percent: 0, with: side(0, 0), without: side(0, 0) };
  const all: Slice[] = [];
  const sums = { with: 0, without: 0 };
  slices.forEach((one, index) => {
    sums.with += one.with;
    sums.without += one.without;
    const hands = (index + 1) * 100;
    const mean = (sum: number): TrialSide => side(hands, (100 * sum) / hands);
    const report = { percent: 0, with: mean(sums.with), without: mean(sums.without) };
    all.push(since(report, before));
    before = report;
  });
  return { report: before, slices: all };
}

describe('a effect', () => {
  it('has the standard error of a mean', () => {
    const values = [10, 12, 9, 11, 13, 8, 10, 11, 12, 14];
    const { report, slices } = trial(values.map((value) => ({ with: value, without: 1 })));
    const { value, error } = estimate(sliceOf(report), slices, (sums) => sums.with.turns / sums.with.hands);
    const mean = values.reduce((a, b) => a + b) / 10;
    const sd = Math.sqrt(values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 9);
    expect(value).toBeCloseTo(mean);
    expect(error).toBeCloseTo(sd / Math.sqrt(10));
  });

  it('says nothing changed in 95 of 100 trials where nothing did, and sees a change of a tenth', () => {
    let same = 0;
    let more = 0;
    for (let seed = 1; seed <= 300; ++seed) {
      const roll = normal(seed * 7919);
      const nothing = trial(Array.from({ length: 40 }, () => ({ with: 30 + 2 * roll(), without: 30 + 2 * roll() })));
      const longer = trial(Array.from({ length: 40 }, () => ({ with: 33 + 2 * roll(), without: 30 + 2 * roll() })));
      if (effectsOf(nothing.report, nothing.slices)?.length.change === 'same') ++same;
      if (effectsOf(longer.report, longer.slices)?.length.change === 'more') ++more;
    }
    expect(same / 300).toBeGreaterThan(0.92);
    expect(same / 300).toBeLessThan(0.985);
    expect(more).toBe(300);
  });

  it('is surer when both sides had the same deals', () => {
    const roll = normal(5);
    const deals = Array.from({ length: 40 }, () => 3 * roll());
    const paired = trial(deals.map((deal) => ({ with: 31 + deal + 0.2 * roll(), without: 30 + deal + 0.2 * roll() })));
    const apart = trial(deals.map((deal) => ({ with: 31 + deal, without: 30 + 3 * roll() })));
    const margin = (one: ReturnType<typeof trial>): number => effectsOf(one.report, one.slices)?.length.margin ?? 0;
    expect(margin(paired)).toBeLessThan(margin(apart) / 4);
  });

  it('waits for enough hands', () => {
    const { report, slices } = trial(Array.from({ length: 9 }, () => ({ with: 30, without: 30 })));
    expect(effectsOf(report, slices)).toBeNull();
  });
});
