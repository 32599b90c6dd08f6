import { describe, expect, it } from 'vitest';
import { byCards, cardsLeft, endLasts, pointsSoFar, stepLasts } from '../../../src/board/counting';
import type { CardInfo } from '../../../src/engine/api';
import type { SeatView, View } from '../../../src/table/wire';

const info = (card: string, points: number): CardInfo =>
  ({ card, points, color: null, symbol: '', custom: 0, copies: 1 });
const DECK = [info('r7', 7), info('gs', 20), info('W4', 50), info('b0', 0)];
const seat = (n: number, cards: string[], points: number): SeatView =>
  ({ seat: n, count: cards.length, cards, points, score: points });
const ended = (...seats: SeatView[]): View => ({ seats, winner: 2, phase: 'won' }) as unknown as View;

const view = ended(seat(1, ['r7', 'W4', 'gs'], 0), seat(2, [], 84), seat(3, ['b0', 'r7'], 0));

describe('the count at the end of a hand', () => {
  it('takes the smaller hands first, after the winner', () => {
    expect(byCards(view).map((one) => one.seat)).toEqual([2, 3, 1]);
    expect(cardsLeft(view, DECK).map(({ seat, worth }) => [seat, worth])).toEqual([
      [3, 0], [3, 7], [1, 7], [1, 50], [1, 20],
    ]);
  });

  it('ends at what the table gave, and never exceeds it on the way', () => {
    const all = cardsLeft(view, DECK);
    const winner = view.seats[1]!;
    const steps = all.map((_, i) => pointsSoFar(winner, view, all.slice(0, i + 1), all.length));
    expect(steps).toEqual([0, 7, 14, 64, 84]);
    expect(pointsSoFar(view.seats[0]!, view, all.slice(0, 4), all.length)).toBe(0);
  });

  it('counts for their own holders where each gets their own points', () => {
    const low = ended(seat(1, ['r7', 'W4'], 57), seat(2, [], 0));
    const all = cardsLeft(low, DECK);
    expect(pointsSoFar(low.seats[0]!, low, all.slice(0, 1), all.length)).toBe(7);
    expect(pointsSoFar(low.seats[0]!, low, all, all.length)).toBe(57);
    expect(pointsSoFar(low.seats[1]!, low, all.slice(0, 1), all.length)).toBe(0);
  });

  it('gives the table\'s points at once where hands were not laid down', () => {
    const hidden = ended({ ...seat(1, [], 0), count: 3, cards: undefined }, seat(2, [], 84));
    expect(cardsLeft(hidden, DECK)).toEqual([]);
    expect(pointsSoFar(hidden.seats[1]!, hidden, [], 0)).toBe(84);
  });

  it('takes its time with a few cards, and not too long with many', () => {
    expect(stepLasts(3)).toBe(150);
    expect(stepLasts(200)).toBe(28);
    expect(endLasts(view, DECK)).toBe(1200 + 5 * 150);
  });
});
