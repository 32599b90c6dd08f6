// Turns the moves that a table offers into what there is to press: cards, pile, UNO button, seats, answers, and the
// questions in between. It knows the words of moves but no rules: whatever is offered can be reached.
import type { Card, Move, Seat } from '../table/wire';
import { moveParts, type MoveParts } from '../words/game';

export interface Controls {
  cards: Map<Card, Move[]>; // each card in hand that can go: play, jump, throw, discard
  draw: Move | null; // on the pile
  flip: Move | null;
  uno: Move | null; // the call can be made now
  arms: boolean; // some play can be made with the call
  catches: Map<Seat, Move>; // one for each player who owes a call
  gives: Move[]; // to be followed by the choice of a seat
  answers: Move[]; // all others, one button each
}

const OF_CARDS = ['play', 'jump', 'throw', 'discard'];

export function controls(moves: readonly Move[]): Controls {
  const out: Controls = {
    cards: new Map(), draw: null, flip: null, uno: null, arms: false, catches: new Map(), gives: [], answers: [],
  };
  for (const move of moves) {
    const m = moveParts(move);
    if (m.card && OF_CARDS.includes(m.verb)) {
      out.cards.set(m.card, [...(out.cards.get(m.card) ?? []), move]);
      out.arms ||= m.uno;
    } else if (m.verb === 'draw') out.draw = move;
    else if (m.verb === 'flip') out.flip = move;
    else if (m.verb === 'uno') out.uno = move;
    else if (m.verb === 'catch') out.catches.set(m.number, move);
    else if (m.verb === 'give') out.gives.push(move);
    else out.answers.push(move);
  }
  return out;
}

export type Asked = 'verb' | 'power' | 'color' | 'seat' | 'move';

// One thing to press, and the moves that are still possible behind it.
export interface Option {
  key: string; // "jump", "red", "g", "3", or the move itself
  moves: Move[];
}

export interface Step {
  ask: Asked;
  options: Option[];
}

const TARGETED = ['give', 'swap', 'catch'];

// In the order in which a person would decide.
const ASKED: [Asked, (m: MoveParts) => string][] = [
  ['verb', (m) => m.verb],
  ['power', (m) => m.power ?? ''],
  ['color', (m) => m.color ?? ''],
  ['seat', (m) => (TARGETED.includes(m.verb) ? String(m.number) : '')],
];

// What is asked next to come to one of these moves, or the move itself if there is nothing left to ask. Whether UNO
// is said with it was decided before, at the UNO button.
export function nextStep(moves: readonly Move[], armed: boolean): Step | Move {
  for (const [ask, valueOf] of ASKED) {
    const options = grouped(moves, (move) => valueOf(moveParts(move)));
    if (options.length > 1) return { ask, options };
  }
  const called = moves.filter((move) => moveParts(move).uno === armed);
  const left = called.length ? called : moves;
  if (left.length === 1) return left[0]!;
  return { ask: 'move', options: left.map((move) => ({ key: move, moves: [move] })) };
}

function grouped(moves: readonly Move[], keyOf: (move: Move) => string): Option[] {
  const groups = new Map<string, Move[]>();
  for (const move of moves) {
    const key = keyOf(move);
    groups.set(key, [...(groups.get(key) ?? []), move]);
  }
  return [...groups].map(([key, list]) => ({ key, moves: list }));
}

// A choice that is being made: the moves it began with, and what was pressed since. Nothing is sent before its end.
export interface Choice {
  from: Move[];
  pressed: string[];
}

// The step that a choice has reached; a move: the choice is complete; null: the table no longer offers it.
export function standing(choice: Choice, offered: readonly Move[], armed: boolean): Step | Move | null {
  let moves = choice.from.filter((move) => offered.includes(move));
  for (const key of choice.pressed) {
    const step = moves.length ? nextStep(moves, armed) : null;
    if (!step || typeof step === 'string') return step;
    moves = step.options.find((option) => option.key === key)?.moves ?? [];
  }
  return moves.length ? nextStep(moves, armed) : null;
}

// Which seat a move is aimed at; 0: none. `choose N` names a seat when the table gave no texts to choose from.
export function target(move: Move, asks: readonly string[] = []): Seat {
  const m = moveParts(move);
  if (TARGETED.includes(m.verb) || (m.verb === 'choose' && asks.length === 0)) return m.number;
  return 0;
}

// Is this answer one of several of the same kind, which are drawn as one row: colours, powers, seats?
export function answerKind(move: Move, asks: readonly string[] = []): 'color' | 'power' | 'seat' | 'plain' {
  const m = moveParts(move);
  if (m.verb === 'color') return 'color';
  if (m.verb === 'power') return 'power';
  return target(move, asks) ? 'seat' : 'plain';
}

// The move to ask about when a card cannot be played; null: there is nothing (more) to ask. Such a move is never among
// those offered. `why`: what the answer about `last` said was wrong.
export function moveInQuestion(card: Card, offered: readonly Move[], last: Move | null, why: string): Move | null {
  let move = last ?? `play ${card}`;
  if (why === 'color_missing') move += ' r';
  else if (why === 'power_missing') move += ' power red';
  else if (last) return null;
  const taken = offered.some((one) => moveParts(one).card === card && moveParts(one).verb === 'play');
  return taken || move.length > 40 ? null : move;
}
