// One answer is no question: what the page does by itself, after a moment in which it is seen.
import type { AwaitKind, Move, Seat, Told } from '../table/wire';

// Only answers to what was just drawn or laid: a turn, a vote or a promise is a person's own even if there is one way.
const KINDS: AwaitKind[] = ['drawn', 'second', 'throw'];

// The one move there is; null: there is something to decide, in or out of turn.
export function forced({ view, moves }: Pick<Told, 'view' | 'moves'>, you: Seat | 0): Move | null {
  const [only, ...more] = moves;
  const { awaits, phase } = view;
  if (!only || more.length || phase !== 'running' || !awaits || awaits.seat !== you) return null;
  return KINDS.includes(awaits.kind) ? only : null;
}

const LEAST = 900; // milliseconds
const MORE = 500; // not always the same: how long it takes must tell the others nothing (TURN-6)

// `chance`: from 0 to 1; `left`: on the clock, if there is one.
export function momentOf(chance: number, left = Infinity): number {
  return Math.min(LEAST + MORE * chance, left / 2);
}
