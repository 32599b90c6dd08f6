import { beforeAll, describe, expect, it } from 'vitest';
import { story } from '../../../src/words/game';
import { setLanguage } from '../../../src/words/words.svelte';
import { dealDraw, freshDraw, lastsFor, roundEnds, takenBy } from '../../../src/table/draw';
import type { Event, Told } from '../../../src/table/wire';

const took = (seat: number, card: string, value = 1): Event => ({ event: 'drew-for-deal', seat, card, value });
const simple = [took(1, 'W4'), took(2, 'y6'), took(3, 'bs'), { event: 'began', seat: 2 }];
const tied = [
  took(1, 'r7'), took(2, 'y7'), took(3, 'bs'), took(1, 'g2', 2), took(2, 'b8', 2), { event: 'began', seat: 2 },
];
const to = { you: 1, names: [undefined, 'Lola', 'Paco'] };

beforeAll(() => setLanguage('en'));

describe('the draw for the deal', () => {
  it('is one thing: rounds, and who deals', () => {
    expect(dealDraw([{ event: 'began', seat: 2 }])).toBeNull();
    expect(dealDraw(simple)).toEqual({
      rounds: [[{ seat: 1, card: 'W4' }, { seat: 2, card: 'y6' }, { seat: 3, card: 'bs' }]], dealer: 2,
    });
    expect(dealDraw(simple.slice(0, 3))?.dealer).toBe(2); // in a record nothing else says it
    expect(dealDraw(tied.slice(0, 5))?.dealer).toBe(2);
    expect(dealDraw(tied)?.rounds.map((round) => round.length)).toEqual([3, 2]);
  });

  it('has a card at each seat in the end, the newer one of those who tied', () => {
    const draw = dealDraw(tied)!;
    const at = (upTo?: number) => [...takenBy(draw, upTo).values()].map(({ card, round }) => `${card} ${round}`);
    expect(at(0)).toEqual(['r7 0', 'y7 0', 'bs 0']);
    expect(at()).toEqual(['g2 1', 'b8 1', 'bs 0']);
  });

  it('takes a second and a half, a little more for ties', () => {
    expect(lastsFor(dealDraw(simple)!)).toBeLessThanOrEqual(1700);
    expect(lastsFor(dealDraw(tied)!)).toBeLessThanOrEqual(2500);
    expect(roundEnds(dealDraw(tied)!)).toHaveLength(2);
  });

  it('is told in a line for each round, and who deals', () => {
    expect(story(simple, to)).toEqual([
      'Drawing for the deal: you wild +4, Lola yellow 6, Paco blue skip', 'Lola deals', '— New hand —',
    ]);
    expect(story(tied, { ...to, you: 2 }).slice(1, 3)).toEqual([
      'A tie, so once more: Player 1 green 2, you blue 8', 'You deal',
    ]);
    expect(story([{ event: 'began', seat: 2 }], to)).toEqual(['— New hand —']);
  });
});

describe('a draw is shown', () => {
  const told = (events: Event[], view: object = {}): Told =>
    ({ type: 'events', n: 1, events, moves: [], view: { phase: 'running', turns: 0, ...view } }) as unknown as Told;
  it('once, however often the same is told', () => {
    const first = told([...simple]);
    expect(freshDraw(first)?.dealer).toBe(2);
    expect(freshDraw(first)).toBeNull();
    expect(freshDraw({ ...first, clock: { seat: 1, left: 9 } })).toBeNull();
  });
  it('not to who comes later', () => {
    expect(freshDraw(told([]))).toBeNull();
    expect(freshDraw(told([...simple], { turns: 3 }))).toBeNull();
    expect(freshDraw(told([...simple], { phase: 'won' }))).toBeNull();
  });
});

describe('what is told apart from a play', () => {
  const one = (event: Event, you = 1) => story([event], { ...to, you });
  it('is who names a colour; with a play the play says it', () => {
    expect(one({ event: 'color', color: 'b', seat: 2 })).toEqual(['Lola names blue']);
    expect(one({ event: 'color', color: 'b', seat: 1 })).toEqual(['You name blue']);
    expect(one({ event: 'color', color: 'b' })).toEqual([]);
  });
  it('is what somebody chose: known texts in one’s language, others as written', () => {
    expect(one({ event: 'chose', seat: 2, value: 1, text: 'crow' })).toEqual(['Lola chooses: crow like a rooster']);
    expect(one({ event: 'chose', seat: 2, value: 1, text: 'Baila' })).toEqual(['Lola chooses: Baila']);
  });
  it('is who was picked', () => {
    expect(one({ event: 'chose', seat: 2, value: 3 })).toEqual(['Lola picks Paco']);
    expect(one({ event: 'chose', seat: 2, value: 1 })).toEqual(['Lola picks you']);
    expect(one({ event: 'chose', seat: 1, value: 3 })).toEqual(['You pick Paco']);
  });
});
