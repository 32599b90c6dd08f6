import { describe, expect, it } from 'vitest';
import { axisTo, everyNth, numberText, spreadLabels } from '../../../../src/ui/plots/scale';

describe('axes', () => {
  it('ends on a round step not below the largest value', () => {
    expect(axisTo(100)).toEqual({ max: 100, ticks: [0, 50, 100] });
    expect(axisTo(87).max).toBe(100);
    expect(axisTo(23)).toEqual({ max: 30, ticks: [0, 10, 20, 30] });
    expect(axisTo(0.3).max).toBeCloseTo(0.3);
    expect(axisTo(0).max).toBe(1);
  });

  it('has at most as many steps as asked for', () => {
    for (let value = 0.01; value < 2000; value *= 1.07) {
      const { max, ticks } = axisTo(value);
      expect(max).toBeGreaterThanOrEqual(value * (1 - 1e-9));
      expect(ticks.length).toBeLessThanOrEqual(5);
    }
  });

  it('leaves out labels that would touch', () => {
    expect(everyNth(10, 300, 30)).toBe(1);
    expect(everyNth(10, 300, 31)).toBe(2);
  });

  it('writes numbers as the language does', () => {
    expect(numberText(12.345, 'es', 1)).toBe('12,3');
    expect(numberText(12.345, 'en', 1)).toBe('12.3');
  });
});

describe('labels at the ends of curves', () => {
  it('stay where they are if there is room', () => {
    expect(spreadLabels([10, 90, 50], 14, 0, 100)).toEqual([10, 90, 50]);
  });

  it('never touch, and keep their order', () => {
    const out = spreadLabels([50, 50, 51, 98, 99], 14, 0, 100);
    const sorted = [...out].sort((a, b) => a - b);
    expect(sorted).toEqual(out);
    for (let i = 1; i < sorted.length; ++i) expect((sorted[i] ?? 0) - (sorted[i - 1] ?? 0)).toBeGreaterThanOrEqual(14);
    expect(Math.max(...out)).toBeLessThanOrEqual(100);
  });
});
