// What a trial says, and how sure that is. The hands come in slices of equal size; leaving out one slice after another
// (the jackknife) gives the standard error of anything computed from them. Both sides play the same deals, so a
// difference between them is much surer than each side by itself.
import type { TrialReport, TrialSide } from '../engine/api';

export interface Sums {
  hands: number;
  turns: number; // of all hands together
  lengths: number[];
  played: number;
  turned: number;
  players: number;
  winners: number;
  wins: number[];
  blocked: number;
}

export interface Slice {
  with: Sums;
  without: Sums;
}

export interface Estimate {
  value: number;
  error: number; // standard
}

export const SLICES_MIN = 10; // with fewer, an error would be a guess
const Z = 2; // 95 %, with some tens of slices

const sumsOf = (side: TrialSide): Sums => ({
  hands: side.hands, turns: side.turns * side.hands, lengths: side.lengths, played: side.played, turned: side.turned,
  players: side.players, winners: side.winners, wins: side.wins, blocked: side.blocked,
});

type Join = (a: number, b: number) => number;
const both = (a: Sums, b: Sums, join: Join): Sums => ({
  hands: join(a.hands, b.hands), turns: join(a.turns, b.turns),
  lengths: a.lengths.map((n, i) => join(n, b.lengths[i] ?? 0)),
  played: join(a.played, b.played), turned: join(a.turned, b.turned),
  players: join(a.players, b.players), winners: join(a.winners, b.winners),
  wins: a.wins.map((n, i) => join(n, b.wins[i] ?? 0)), blocked: join(a.blocked, b.blocked),
});
const minus = (a: Slice, b: Slice): Slice => ({
  with: both(a.with, b.with, (x, y) => x - y), without: both(a.without, b.without, (x, y) => x - y),
});

export const sliceOf = (report: TrialReport): Slice => ({ with: sumsOf(report.with), without: sumsOf(report.without) });

// What the report has gained since `before`.
export const since = (report: TrialReport, before: TrialReport): Slice => minus(sliceOf(report), sliceOf(before));

export function estimate(total: Slice, slices: readonly Slice[], of: (sums: Slice) => number): Estimate {
  const value = of(total);
  const count = slices.length;
  const left = slices.map((slice) => of(minus(total, slice)));
  const middle = left.reduce((sum, x) => sum + x, 0) / count;
  const spread = left.reduce((sum, x) => sum + (x - middle) ** 2, 0);
  return { value, error: Math.sqrt((spread * (count - 1)) / count) };
}

const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

export type Change = 'more' | 'less' | 'same'; // same: no more than chance would do

export interface Effect {
  change: Change;
  by: number; // per cent, or points of a per cent
  margin: number; // half of the 95 % interval
  with: number;
  without: number;
}

function effect(total: Slice, slices: readonly Slice[], of: (sums: Slice) => number, z = Z): Effect {
  const { value, error } = estimate(total, slices, of);
  const margin = z * error;
  const change = Math.abs(value) <= margin ? 'same' : value > 0 ? 'more' : 'less';
  return { change, by: value, margin, with: 0, without: 0 };
}

const difference = (rate: (sums: Sums) => number) => (sums: Slice): number =>
  100 * (rate(sums.with) - rate(sums.without));

// The largest of several differences is large by itself: the bound for one of k seats (Bonferroni, 5 % in all).
const Z_OF_SEATS = [0, 1.96, 2.24, 2.39, 2.5, 2.58, 2.64, 2.69, 2.73, 2.77, 2.81];

export interface Effects {
  length: Effect; // by: per cent; with, without: turns of a hand
  winner: Effect; // does the player of the card win? in percentage points
  turned: Effect; // does the card turn the leader? per cent, points
  blocked: Effect; // per cent, points
  seat: Effect & { seat: number }; // the seat whose chance changed most
}

// null: not enough hands yet.
export function effectsOf(report: TrialReport, slices: readonly Slice[]): Effects | null {
  if (slices.length < SLICES_MIN) return null;
  const total = sliceOf(report);
  const turns = (sums: Sums): number => share(sums.turns, sums.hands);
  const rates = {
    winner: (sums: Sums) => share(sums.winners, sums.players),
    turned: (sums: Sums) => share(sums.turned, sums.played),
    blocked: (sums: Sums) => share(sums.blocked, sums.hands),
  };
  const rated = (rate: (sums: Sums) => number): Effect => ({
    ...effect(total, slices, difference(rate)), with: 100 * rate(total.with), without: 100 * rate(total.without),
  });
  const longer = (sums: Slice): number => 100 * (share(turns(sums.with), turns(sums.without)) - 1);
  const seats = total.with.wins.map((_, index) => {
    const rate = (sums: Sums): number => share(sums.wins[index] ?? 0, sums.hands);
    const z = Z_OF_SEATS[Math.min(10, total.with.wins.length)] ?? Z;
    return {
      ...effect(total, slices, difference(rate), z), with: 100 * rate(total.with),
      without: 100 * rate(total.without), seat: index + 1,
    };
  });
  const strength = (one: Effect): number => (one.margin > 0 ? Math.abs(one.by) / one.margin : 0);
  const seat = seats.reduce((best, one) => (strength(one) > strength(best) ? one : best));
  return {
    length: { ...effect(total, slices, longer), with: turns(total.with), without: turns(total.without) },
    winner: rated(rates.winner), turned: rated(rates.turned), blocked: rated(rates.blocked), seat,
  };
}
