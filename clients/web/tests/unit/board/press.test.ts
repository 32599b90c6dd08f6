// The pure parts of the press: how a card flies, where it may be dropped, who makes room, what the page does itself.
import { describe, expect, it } from 'vitest';
import { carried, carries, dropsOn } from '../../../src/board/drag';
import { flights, once } from '../../../src/board/flights';
import { forced, momentOf } from '../../../src/board/forced';
import { way } from '../../../src/board/motion';
import { without } from '../../../src/board/slide';
import { DEAL_LASTS, dealOf, FIRST, FLIGHT, freshDeal, timed } from '../../../src/table/deal';
import type { Event, Told, View } from '../../../src/table/wire';

describe('the way of a card', () => {
  const hand = { x: 300, y: 640, width: 100, turn: 8 };
  const pile = { x: 420, y: 200, width: 96, turn: -4 };
  it('begins and ends exactly where the card lies', () => {
    const all = way(hand, pile);
    expect(all[0]).toEqual({ ...hand, high: 0 });
    const last = all.at(-1)!;
    for (const side of ['x', 'y', 'width', 'turn'] as const) expect(last[side]).toBeCloseTo(pile[side], 6);
    expect(last.high).toBeCloseTo(0, 6);
  });
  it('is never smaller than where it ends, and rises between', () => {
    expect(Math.min(...way(hand, pile).map(({ width }) => width))).toBeGreaterThanOrEqual(96 - 1e-9);
    expect(Math.max(...way(hand, pile).map(({ high }) => high))).toBeGreaterThan(0.9);
  });
  it('turns the shorter way round', () => {
    expect(Math.abs(way({ ...hand, turn: 179 }, { ...pile, turn: -179 }).at(-1)!.turn - 181)).toBeLessThan(1e-6);
  });
});

describe('flights', () => {
  const drew: Event[] = [{ event: 'drew', seat: 2 }, { event: 'went-off', seat: 2, card: 'Wk' }];
  it('show a creeper that goes off as one card, open', () => {
    expect(once([...drew, { event: 'drew', seat: 2 }])).toEqual([drew[1], { event: 'drew', seat: 2 }]);
    expect(once([{ event: 'drew', seat: 1, card: 'Wk' }, { event: 'went-off', seat: 1, card: 'Wk' }])).toHaveLength(1);
    expect(once([{ event: 'drew', seat: 1 }, { event: 'went-off', seat: 2, card: 'Wk' }])).toHaveLength(2);
  });
  it('end at the card of the pile that they become', () => {
    const two: Event[] = [{ event: 'threw', seat: 2, card: 'r1' }, { event: 'threw', seat: 2, card: 'r2' }];
    expect(flights(two, 3, 1, 9).map(({ to }) => to)).toEqual([{ at: 'discard', nth: 8 }, { at: 'discard', nth: 9 }]);
  });
  it('turn over what was hidden, and sound when they land', () => {
    const of = (event: Event): string[] => flights([event], 3, 1).map(({ side, sound }) => `${side} ${sound}`);
    expect(of({ event: 'played', seat: 1, card: 'r1' })).toEqual(['face play']);
    expect(of({ event: 'played', seat: 2, card: 'r1' })).toEqual(['opens play']);
    expect(of({ event: 'drew', seat: 1, card: 'r1' })).toEqual(['opens draw']);
    expect(of({ event: 'drew', seat: 2 })).toEqual(['back draw']);
  });
});

describe('carrying a card', () => {
  const hand = { left: 0, right: 300, top: 500, bottom: 600 } as DOMRect;
  const pile = { left: 100, right: 160, top: 200, bottom: 290, width: 60 } as DOMRect;
  const discard = { left: 170, right: 230, top: 200, bottom: 290, width: 60 } as DOMRect;
  it('begins with a mouse that moves, and with a finger that leaves the hand upwards', () => {
    const from = { x: 100, y: 550 };
    expect(carries(true, from, { x: 103, y: 552 }, hand)).toBe(false);
    expect(carries(true, from, { x: 120, y: 550 }, hand)).toBe(true);
    expect(carries(false, from, { x: 200, y: 510 }, hand)).toBe(false);
    expect(carries(false, from, { x: 100, y: 480 }, hand)).toBe(true);
    expect(carried(2, from, { x: 90, y: 450 }).by).toEqual({ x: -10, y: -100 });
  });
  it('ends on the discard pile or near it, never between the piles or on the other one', () => {
    expect(dropsOn({ x: 200, y: 250 }, discard, pile)).toBe(true);
    expect(dropsOn({ x: 245, y: 300 }, discard, pile)).toBe(true);
    expect(dropsOn({ x: 165, y: 250 }, discard, pile)).toBe(false);
    expect(dropsOn({ x: 130, y: 250 }, discard, pile)).toBe(false);
    expect(dropsOn({ x: 200, y: 400 }, discard, pile)).toBe(false);
    expect(dropsOn({ x: 200, y: 250 }, undefined, pile)).toBe(false);
  });
});

it('of equal cards the ones behind take the name of the one that goes', () => {
  const lie = new Map(['r7/0', 'r7/1', 'r7/2', 'b1/0'].map((key, x) => [key, { x, y: 0 }]));
  expect([...without(lie, 'r7/0')].map(([key, { x }]) => `${key} ${x}`)).toEqual(['r7/0 1', 'r7/1 2', 'b1/0 3']);
  expect([...without(lie, 'b1/0').keys()]).toEqual(['r7/0', 'r7/1', 'r7/2']);
});

describe('one answer is no question', () => {
  const told = (kind: string, moves: string[], seat = 1): Pick<Told, 'view' | 'moves'> =>
    ({ view: { phase: 'running', awaits: { seat, kind } } as View, moves });
  it('where only one move is legal', () => {
    expect(forced(told('drawn', ['keep']), 1)).toBe('keep');
    expect(forced(told('drawn', ['play r7']), 1)).toBe('play r7');
    expect(forced(told('second', ['stop']), 1)).toBe('stop');
    expect(forced(told('throw', ['throw none']), 1)).toBe('throw none');
  });
  it('never where there is a choice, a call, a catch, a gift or a jump', () => {
    for (const more of ['play r7', 'uno', 'catch 2', 'give 3', 'jump r7'])
      expect(forced(told('drawn', ['keep', more]), 1), more).toBeNull();
    expect(forced(told('drawn', ['play r7', 'play r7 uno']), 1)).toBeNull();
    expect(forced(told('drawn', ['play W r', 'play W y', 'play W g', 'play W b']), 1)).toBeNull();
  });
  it('never for what a person does or says in person, or for somebody else', () => {
    for (const kind of ['turn', 'vote', 'confirm', 'swap', 'color', 'challenge'])
      expect(forced(told(kind, ['draw']), 1), kind).toBeNull();
    expect(forced(told('drawn', ['keep'], 2), 1)).toBeNull();
    expect(forced(told('drawn', ['keep']), 0)).toBeNull();
  });
  it('after a moment in which it is seen, and in time', () => {
    expect([momentOf(0), momentOf(1)]).toEqual([900, 1400]);
    expect(momentOf(1, 1000)).toBe(500);
  });
});

describe('the deal', () => {
  const events: Event[] = [
    { event: 'began', seat: 2 },
    ...[1, 2, 3].map((seat) => ({ event: 'dealt', seat, value: 2 })),
    { event: 'turned', card: 'r7' },
  ];
  it('goes round by round, beside the dealer first', () => {
    const deal = dealOf(events)!;
    expect(deal.cards.map(({ seat, round }) => `${seat}.${round}`)).toEqual(['3.0', '1.0', '2.0', '3.1', '1.1', '2.1']);
    expect(deal.first).toBe('r7');
    expect(dealOf(events.slice(1))).toBeNull();
  });
  it('is over in its time, however many play', () => {
    for (const seats of [2, 10]) {
      const all = Array.from({ length: seats }, (_, i) => ({ event: 'dealt', seat: i + 1, value: 7 }));
      const cards = timed(dealOf([events[0]!, ...all])!);
      expect(Math.max(...cards.map(({ delay }) => delay + FLIGHT.duration))).toBeLessThanOrEqual(FIRST.delay);
    }
    expect(FIRST.delay + FIRST.duration).toBe(DEAL_LASTS);
  });
  it('is shown once, when the hand begins', () => {
    const view = { phase: 'running', turns: 0 } as View;
    const told = { events, view } as Told;
    expect(freshDeal(told)).not.toBeNull();
    expect(freshDeal(told)).toBeNull();
    expect(freshDeal({ ...told, events: [...events], view: { ...view, turns: 3 } })).toBeNull();
  });
});
