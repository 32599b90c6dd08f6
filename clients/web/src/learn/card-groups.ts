// The cards of an edition, as a list to read: numbers together, each action and each wild once.
import type { CardInfo, EditionInfo } from '../engine/api';
import type { Card } from '../table/wire';
import { capital, cardName } from '../words/game';
import { has, say } from '../words/words.svelte';
import { tell } from './learn-words';

export interface CardGroup {
  symbol: string; // '' for the numbers
  faces: Card[];
  name: string;
  about: string;
  points: string;
  copies: string;
}

const isNumber = (card: CardInfo): boolean => /^\d+$/.test(card.symbol);

// "0 ×1 · 1–9 ×2": numbers that are in the deck equally often are listed together.
export function numberRanges(cards: readonly CardInfo[]): string {
  const runs: { from: number; to: number; copies: number }[] = [];
  for (const { symbol, copies } of cards) {
    const number = Number(symbol);
    const last = runs.at(-1);
    if (last && last.copies === copies && last.to === number - 1) last.to = number;
    else runs.push({ from: number, to: number, copies });
  }
  return runs.map(({ from, to, copies }) => `${from === to ? from : `${from}–${to}`} ×${copies}`).join(' · ');
}

function numbers(cards: readonly CardInfo[]): CardGroup | null {
  const all = cards.filter(isNumber);
  const one = all.filter((card) => card.color === all[0]?.color);
  if (!one.length) return null;
  const faces = (['red', 'yellow', 'green', 'blue'] as const).map((color, index) => {
    const own = all.filter((card) => card.color === color);
    return own[Math.min(own.length - 1, 1 + index * 2)]?.card;
  });
  return {
    symbol: '',
    faces: faces.filter((face) => face !== undefined),
    name: tell('web.learn.ui.numbers') + ` ${one[0]?.symbol}–${one.at(-1)?.symbol}`,
    about: tell('web.learn.ui.numbers_about'),
    points: `${one[0]?.points}–${one.at(-1)?.points}`,
    copies: tell('web.learn.ui.number_copies', numberRanges(one)),
  };
}

function about(card: CardInfo): string {
  if (card.custom) return tell('web.learn.ui.custom_about');
  const key = 'about.' + card.symbol;
  return has(key) ? say(key) : tell('web.learn.ui.other_about');
}

function group(symbol: string, cards: readonly CardInfo[]): CardGroup {
  const own = cards.filter((card) => card.symbol === symbol);
  const [first] = own as [CardInfo];
  const face = 'face.' + symbol;
  const copies = own.reduce((sum, card) => sum + card.copies, 0);
  const name = first.color || first.custom ? (has(face) && first.color ? say(face) : symbol) : cardName(first.card);
  return {
    symbol,
    faces: own.slice(0, first.custom ? 1 : own.length).map((card) => card.card).slice(0, 4),
    name: capital(first.custom ? say('card.Wc', '', '', '').trim() : name),
    about: about(first),
    points: String(first.points),
    copies: first.color
      ? tell('web.learn.ui.per_color', first.copies)
      : tell('web.learn.ui.copies', copies),
  };
}

export function cardGroups(edition: EditionInfo): CardGroup[] {
  const symbols = [...new Set(edition.cards.filter((card) => !isNumber(card)).map((card) => card.symbol))];
  const rest = symbols.map((symbol) => group(symbol, edition.cards));
  const first = numbers(edition.cards);
  return first ? [first, ...rest] : rest;
}
