// What the numbers of an analysis say: where a hand turned, and where a clearly better move was there. Chances come
// from sampled worlds, so every difference has to be larger than chance alone would make it.
import type { Chances, MoveChance, Prospects, RecordAbout } from '../engine/api';
import type { Move, Seat } from '../table/wire';

export interface Turn {
  step: number; // after this step
  seat: Seat; // whose chance changed most
  change: number; // -1 … 1
}

export interface Better {
  step: number;
  seat: Seat;
  played: Move;
  better: Move;
  gain: number; // in chance to win the hand, 0 … 1
}

export interface PlayerSummary {
  seat: Seat;
  decisions: number; // with more than one move to choose from
  lost: number; // how many of those gave away more than LEAST_GAIN
  worst: Better | null;
}

export const LEAST_SWING = 0.12;
export const LEAST_GAIN = 0.05;
const SURE = 2.5; // standard errors
const TURNS_MAX = 6; // of a hand

const spread = (chance: number): number => chance * (1 - chance);

// The standard error of the difference of two sampled chances. Never 0: a chance of 0 in 20 worlds is no certainty.
export function errorOf(a: number, b: number, worldsA: number, worldsB: number): number {
  const floor = (worlds: number): number => 1 / (4 * Math.max(1, worlds));
  const one = Math.max(spread(a), floor(worldsA)) / Math.max(1, worldsA);
  const other = Math.max(spread(b), floor(worldsB)) / Math.max(1, worldsB);
  return Math.sqrt(one + other);
}

// The largest swings of one hand, in the order of play.
export function turningPoints(
  steps: RecordAbout['steps'], chances: readonly (Chances | null | undefined)[], hand: number,
): Turn[] {
  const turns: Turn[] = [];
  steps.forEach((step, index) => {
    const before = chances[index - 1];
    const after = chances[index];
    if (step.hand !== hand || steps[index - 1]?.hand !== hand || !before || !after) return;
    let best: Turn | null = null;
    after.win.forEach((win, i) => {
      const was = before.win[i] ?? 0;
      const change = win - was;
      const sure = Math.abs(change) > SURE * errorOf(win, was, after.worlds, before.worlds);
      const larger = Math.abs(change) > Math.abs(best?.change ?? 0) + 1e-9;
      if (sure && larger && Math.abs(change) >= LEAST_SWING) best = { step: index, seat: i + 1, change };
    });
    if (best) turns.push(best);
  });
  const largest = [...turns].sort((a, b) => Math.abs(b.change) - Math.abs(a.change)).slice(0, TURNS_MAX);
  return largest.sort((a, b) => a.step - b.step);
}

const chanceOf = (moves: readonly MoveChance[], move: Move): number | undefined =>
  moves.find((one) => one.move === move)?.win;

// The move that looked best, if it is worth a closer look: the best of several is partly the luckiest.
export function candidate(prospects: Prospects): Move | null {
  const played = chanceOf(prospects.moves, prospects.played);
  const best = prospects.moves.reduce<MoveChance | null>((top, one) => (top && top.win >= one.win ? top : one), null);
  if (played === undefined || !best || best.move === prospects.played) return null;
  return best.win - played >= LEAST_GAIN ? best.move : null;
}

// `second` is the closer look, in many more worlds than the one by which `better` was picked.
export function betterMove(step: number, better: Move, second: Prospects, worlds: number): Better | null {
  const played = chanceOf(second.moves, second.played);
  const win = chanceOf(second.moves, better);
  if (played === undefined || win === undefined) return null;
  const gain = win - played;
  if (gain < LEAST_GAIN || gain < SURE * errorOf(win, played, worlds, worlds)) return null;
  return { step, seat: second.seat, played: second.played, better, gain };
}

export function summariesOf(players: number, decided: readonly Seat[], found: readonly Better[]): PlayerSummary[] {
  return Array.from({ length: players }, (_, i) => {
    const seat = i + 1;
    const own = found.filter((one) => one.seat === seat);
    return {
      seat,
      decisions: decided.filter((one) => one === seat).length,
      lost: own.length,
      worst: own.reduce<Better | null>((top, one) => (top && top.gain >= one.gain ? top : one), null),
    };
  });
}

// The steps of each hand: first and last.
export function handsOf(steps: RecordAbout['steps']): { hand: number; first: number; last: number }[] {
  const hands: { hand: number; first: number; last: number }[] = [];
  steps.forEach(({ hand }, index) => {
    const current = hands.at(-1);
    if (current?.hand === hand) current.last = index;
    else hands.push({ hand, first: index, last: index });
  });
  return hands;
}
