import { describe, expect, it } from 'vitest';
import {
  angleOf, fanned, handRows, inRows, isTight, othersOf, partnerOf, places, shapeOf, stepTo, type Shape,
} from '../../../src/board/layout';

const SHAPES: Shape[] = ['tall', 'flat', 'wide'];

describe('seats around the table', () => {
  it('go on to the left of whoever looks', () => {
    expect(othersOf(4, 1)).toEqual([2, 3, 4]);
    expect(othersOf(5, 4)).toEqual([5, 1, 2, 3]);
    expect(othersOf(3, 0)).toEqual([1, 2, 3]); // somebody who watches
  });
  it('all have one place, from left over the top to the right, both sides equally long', () => {
    for (const shape of SHAPES)
      for (let seats = 2; seats <= 10; ++seats) {
        const all = places(seats, 3 <= seats ? 3 : 1, shape);
        const order = all.map((place) => ['left', 'top', 'right'].indexOf(place.side));
        expect(all).toHaveLength(seats - 1);
        expect(order).toEqual([...order].sort());
        expect(order.filter((side) => side === 0)).toHaveLength(order.filter((side) => side === 2).length);
        expect(order).toContain(1);
      }
  });
  it('fit: at most three across and three down on a phone', () => {
    for (let seats = 2; seats <= 10; ++seats) {
      const all = places(seats, 1, 'tall');
      expect(all.filter((place) => place.side === 'top').length).toBeLessThanOrEqual(3);
      expect(all.filter((place) => place.side === 'left').length).toBeLessThanOrEqual(3);
    }
  });
  it('know their partner', () => {
    expect([1, 2, 3, 4].map((seat) => partnerOf(seat, 4))).toEqual([3, 4, 1, 2]);
  });
});

describe('shape', () => {
  it('follows the board, not the screen', () => {
    expect([shapeOf(360, 580), shapeOf(640, 300), shapeOf(768, 960), shapeOf(1440, 840), shapeOf(3840, 2100)])
      .toEqual(['tall', 'flat', 'wide', 'wide', 'wide']);
  });
  it('is tight where large text leaves little of it', () => {
    const phones = [[320, 390], [360, 590], [640, 310]] as const; // under the bar, or a lesson
    const at = (size: number): boolean[] => phones.map(([w, h]) => isTight((w * 16) / size, (h * 16) / size));
    expect([at(16), at(32)]).toEqual([[false, false, false], [true, true, true]]);
    expect(isTight(1440 / 2, 840 / 2)).toBe(false);
  });
});

describe('the hand', () => {
  it('lies in as few rows as let each card be touched', () => {
    expect(handRows(7, 344, 56)).toBe(1);
    expect(handRows(30, 344, 56)).toBe(2);
    expect(handRows(30, 1000, 126)).toBe(2);
    expect(handRows(90, 344, 56)).toBe(3);
    expect([handRows(0, 344, 56), handRows(1, 10, 56)]).toEqual([1, 1]);
  });
  it('is cut without losing a card', () => {
    expect(inRows([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4, 5]]);
    expect(inRows([], 1)).toEqual([[]]);
  });
});

it('arrows lead through the rows of a hand, and not out of it', () => {
  const rows = [[1, 2, 3], [4, 5, 6, 7, 8]];
  expect(['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'End', 'Home'].map((key) => stepTo(key, 2, rows)))
    .toEqual([3, 1, 7, 2, 7, 0]);
  expect([stepTo('ArrowLeft', 0, rows), stepTo('ArrowRight', 7, rows), stepTo('x', 0, rows)]).toEqual([0, 7, null]);
});
it('a fan leans to both sides alike', () => {
  expect(fanned(0, 5, 'wide').lean).toBe(-fanned(4, 5, 'wide').lean);
  expect(fanned(2, 5, 'wide')).toEqual({ lean: 0, sink: 0 });
});

it('a pile is untidy, always in the same way', () => {
  const angles = Array.from({ length: 50 }, (_, i) => angleOf(i));
  expect(Math.max(...angles.map(Math.abs))).toBeLessThanOrEqual(10);
  expect(new Set(angles).size).toBeGreaterThan(10);
  expect(angleOf(7)).toBe(angleOf(7));
});
