import { expect, it } from 'vitest';
import { soundsOf } from '../../../src/board/sounds';
import { sorted } from '../../../src/board/hand-order';
import { isArmed, stillWanted, unoState } from '../../../src/board/uno';
import { actOf } from '../../../src/board/board-keys';

const DECK = ['r1', 'r9', 'rs', 'y1', 'b+2', 'W', 'W4'].map((card) => ({ card }));

it('a hand is sorted as the deck is, and copies have names of their own', () => {
  const hand = sorted(['W4', 'y1', 'r9', 'W', 'y1', 'rs'], DECK, 'color', () => false);
  expect(hand.map((held) => held.key)).toEqual(['r9/0', 'rs/0', 'y1/0', 'y1/1', 'W/0', 'W4/0']);
});
it('or with what can be played first', () => {
  const hand = sorted(['r1', 'y1', 'W', 'b+2'], DECK, 'playable', (card) => card === 'W' || card === 'b+2');
  expect(hand.map((held) => held.card)).toEqual(['b+2', 'W', 'r1', 'y1']);
});
it('a card the deck does not know comes last', () => {
  expect(sorted(['Z9', 'W4'], DECK, 'color', () => false).map((held) => held.card)).toEqual(['W4', 'Z9']);
});

it('the UNO button arms a play, or calls at once, or waits', () => {
  expect(unoState({ uno: null, arms: false }, true)).toEqual({ can: 'nothing' });
  expect(unoState({ uno: null, arms: true }, true)).toEqual({ can: 'arm', armed: true });
  expect(unoState({ uno: 'uno', arms: true }, false)).toEqual({ can: 'call', move: 'uno' });
  expect(isArmed({ can: 'arm', armed: true })).toBe(true);
  expect(isArmed({ can: 'call', move: 'uno' })).toBe(false);
});
it('a wish to call is dropped when no play can be made with it', () => {
  expect([stillWanted({ arms: true }, true), stillWanted({ arms: false }, true), stillWanted({ arms: true }, false)])
    .toEqual([true, false, false]);
});

const press = (key: string, more = {}) =>
  ({ key, ctrlKey: false, altKey: false, metaKey: false, repeat: false, ...more });
it('keys act on the board, not on what is typed or on shortcuts of the browser', () => {
  expect([actOf(press('U'), 'BODY'), actOf(press(' '), 'BODY'), actOf(press('Escape'), 'BUTTON')])
    .toEqual(['uno', 'draw', 'back']);
  expect(actOf(press(' '), 'BUTTON')).toBeNull();
  expect(actOf(press('u'), 'INPUT')).toBeNull();
  expect(actOf(press('c', { ctrlKey: true }), 'BODY')).toBeNull();
  expect(actOf(press('d', { repeat: true }), 'BODY')).toBeNull();
});

it('of many things at once the ones that matter are heard', () => {
  const drew = Array.from({ length: 4 }, () => ({ event: 'drew', seat: 2 }));
  expect(soundsOf([{ event: 'caught', seat: 1, other: 2 }, ...drew], 1)).toEqual(['caught', 'draw']);
  expect(soundsOf([{ event: 'played', seat: 1, card: 'r1' }, { event: 'ended', seat: 1 }], 1)).toEqual(['win', 'play']);
  expect(soundsOf([{ event: 'ended', seat: null }], 0)).toEqual(['lose']);
  expect(soundsOf([{ event: 'color', color: 'r' }], 1)).toEqual([]);
});
