// What the table asks, in the words of someone who can press things here.
import type { EditionInfo } from '../engine/api';
import type { Card, ColorWord, Seat, View } from '../table/wire';
import {
  accused, cardName, cardNames, colorName, moveParts, powerText, question, waiting, type Speaker,
} from '../words/game';
import { say, t } from '../words/words.svelte';
import type { Controls } from './choices';

// `can` is null where nothing can be pressed: in a replay.
export function asking(view: View, can: Controls | null, you: Seat | 0, to: Speaker): string {
  if (!view.awaits) return '';
  if (!you || view.awaits.seat !== you) return waiting(view, to);
  if (!can && view.awaits.kind === 'turn') return t('web.board.asks.turn');
  if (!can && view.awaits.kind === 'throw') return t('web.board.asks.throw');
  if (!can) return question(view, to);
  switch (view.awaits.kind) {
    case 'turn':
      if (can.cards.size) return can.arms ? t('web.board.asks.two') : t('web.board.asks.turn');
      return can.flip ? t('web.board.asks.stuck_flip') : t('web.board.asks.stuck');
    case 'throw':
      return can.cards.size ? t('web.board.asks.throw') : t('web.board.asks.throw_none');
    case 'second':
      return can.cards.size ? question(view, to) : t('web.board.asks.no_second');
    case 'drawn':
      return askingDrawn(view.drawn ?? [], can) || question(view, to);
    default:
      return question(view, to);
  }
}

// If several cards were drawn (an option), those that fit are named again.
function askingDrawn(drawn: Card[], can: Controls): string {
  const [first] = drawn;
  const fit = drawn.filter((card) => can.cards.has(card));
  if (!first) return '';
  if (drawn.length > 1) {
    const how = fit.length === drawn.length ? 'all_fit' : fit.length ? 'some_fit' : 'none_fits';
    return say(`question.drawn_${how}`, cardNames(drawn), cardNames(fit));
  }
  if (fit.length && !can.answers.length) return t('web.board.asks.must', cardName(first)); // TURN-5
  return say(fit.length ? 'question.drawn_fits' : 'question.drawn_useless', cardName(first));
}

// What accepting and challenging would lead to, when both are offered.
export function stakes(can: Controls, view: View): string {
  const verbs = can.answers.map((move) => moveParts(move).verb);
  if (!verbs.includes('challenge') || !accused(view)) return can.cards.size ? t('web.board.asks.answer') : '';
  const sum = view.sum ?? 0;
  return t('web.board.stakes', sum, sum + 2); // W4-6
}

export const powersOf = (view: View, seat: Seat | 0): ColorWord[] =>
  (Object.entries(view.power ?? {}) as [ColorWord, Seat][]).filter(([, by]) => by === seat).map(([color]) => color);

// A power and what it lets its holder do, in this edition.
export function aboutPower(color: ColorWord, edition: EditionInfo): string {
  const ability = edition.powers[color];
  return t('web.board.power', colorName(color), ability ? powerText(ability) : '');
}

// The short name that stands beside its medal.
export function powerName(color: ColorWord, edition: EditionInfo): string {
  const ability = edition.powers[color];
  return ability ? say(`web.medal.${ability}`) : '';
}
