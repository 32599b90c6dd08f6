// The key property of the board: every move that a table offers can be made with its controls, and no other.
import { describe, expect, it } from 'vitest';
import { controls, standing, type Choice } from '../../../src/board/choices';
import type { Move } from '../../../src/table/wire';
import { EDITIONS, HOUSES, playGame } from './played-games';

function reachable(moves: Move[]): Set<Move> {
  const all = controls(moves);
  const out = new Set<Move>([...all.catches.values(), ...all.answers]);
  for (const one of [all.draw, all.flip, all.uno]) if (one) out.add(one);
  const walk = (choice: Choice, armed: boolean): void => {
    const at = standing(choice, moves, armed);
    if (typeof at === 'string') out.add(at);
    else for (const { key } of at?.options ?? []) walk({ from: choice.from, pressed: [...choice.pressed, key] }, armed);
  };
  for (const from of [...all.cards.values(), all.gives])
    for (const armed of all.arms ? [false, true] : [false]) walk({ from, pressed: [] }, armed);
  return out;
}

const seen = new Set<string>(); // kinds of moves that came up
describe.each(EDITIONS)('%s', (edition) => {
  it.each([2, 4, 10])('every move at a table of %i can be made, and no other', (players) => {
    for (const [house, options] of HOUSES.entries())
      for (const seed of [1, 2, 3])
        for (const told of playGame(edition, players, options, seed + 10 * house + 100 * players).tolds) {
          expect([...reachable(told.moves)].sort()).toEqual([...told.moves].sort());
          for (const move of told.moves) seen.add(move.split(' ')[0]!);
        }
  });
});
it('all kinds of moves have come up', () => {
  const kinds = ['accept', 'catch', 'challenge', 'choose', 'color', 'confirm', 'discard', 'draw', 'flip', 'give',
    'jump',
    'keep', 'play', 'stop', 'swap', 'throw', 'uno', 'vote'];
  expect(kinds.filter((kind) => !seen.has(kind))).toEqual([]);
});
