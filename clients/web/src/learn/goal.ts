// What an example asks for, as data, and whether it has been done.
import type { ColorLetter, ColorWord, Event, Move, Seat, Told } from '../table/wire';

// A check holds once a message of the table fits it.
export type Check =
  | { event: string; seat?: Seat; other?: Seat; guilty?: boolean }
  | { count: [Seat, number] }
  | { color: ColorLetter }
  | { power: [ColorWord, Seat] }
  | { hyperspeed: ColorLetter | null }
  | { won: Seat };

export interface Goal {
  // The person's moves in order, with a few alternatives for each. "play W *" stands for all moves that begin so. A
  // call may be added.
  steps: Move[][];
  then?: Check[]; // and what must result from them
}

export interface Progress {
  step: number;
  open: Check[];
  state: 'playing' | 'met' | 'missed';
}

export const started = (goal: Goal): Progress => ({ step: 0, open: goal.then ?? [], state: 'playing' });

function fits(pattern: Move, move: Move): boolean {
  if (pattern.endsWith('*')) return move.startsWith(pattern.slice(0, -1));
  return move === pattern || move === pattern + ' uno';
}

// What the example waits for now, among all that can be done.
export const wanted = (goal: Goal, progress: Progress, moves: readonly Move[]): Move[] => {
  const step = goal.steps[progress.step] ?? [];
  return moves.filter((move) => step.some((pattern) => fits(pattern, move)));
};

// Calls and catches between the steps do no harm.
const aside = (move: Move): boolean => move === 'uno' || move.startsWith('catch ');

export function moved(goal: Goal, progress: Progress, move: Move): Progress {
  if (progress.state !== 'playing') return progress;
  const step = goal.steps[progress.step];
  if (step?.some((pattern) => fits(pattern, move))) return { ...progress, step: progress.step + 1 };
  return aside(move) || !step ? progress : { ...progress, state: 'missed' };
}

function sameEvent(check: Extract<Check, { event: string }>, event: Event): boolean {
  return Object.entries(check).every(([field, value]) => event[field] === value);
}

function holds(check: Check, { events, view }: Told): boolean {
  if ('event' in check) return events.some((event) => sameEvent(check, event));
  if ('count' in check) return view.seats.find(({ seat }) => seat === check.count[0])?.count === check.count[1];
  if ('color' in check) return view.color === check.color;
  if ('power' in check) return view.power?.[check.power[0]] === check.power[1];
  if ('hyperspeed' in check) return (view.hyperspeed ?? null) === check.hyperspeed;
  return view.phase === 'won' && view.winner === check.won;
}

// After each message. Missed: it is the person's turn again, or the hand is over, and something is still open.
export function saw(goal: Goal, progress: Progress, told: Told): Progress {
  if (progress.state !== 'playing') return progress;
  const done = progress.step >= goal.steps.length;
  const begun = progress.step > 0;
  const open = begun ? progress.open.filter((check) => !holds(check, told)) : progress.open;
  if (done && !open.length) return { ...progress, open, state: 'met' };
  const over = told.view.phase !== 'running';
  const again = done && told.view.awaits?.seat === told.view.viewer && told.view.awaits?.kind === 'turn';
  return { ...progress, open, state: over || again ? 'missed' : 'playing' };
}
