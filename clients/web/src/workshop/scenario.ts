// A practice table: seat 1 holds the card, it is their turn, and one move shows what it does.
import type { CardInfo, EditionInfo, TableRequest } from '../engine/api';
import { quoted } from '../rules/blocks';

const HAND = 6;

// The edition's cards without its custom wilds, mixed by the seed. Its own small generator: the deal only has to vary.
function mixed(cards: readonly CardInfo[], seed: number): CardInfo[] {
  const deck = cards.filter((card) => card.custom === 0).flatMap((card) => Array<CardInfo>(card.copies).fill(card));
  let state = (seed >>> 0) + 1;
  const roll = (sides: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
  for (let i = deck.length - 1; i > 0; --i) {
    const j = roll(i + 1);
    [deck[i], deck[j]] = [deck[j] as CardInfo, deck[i] as CardInfo];
  }
  return deck;
}

// Everybody holds a wild and number cards, some a card more than others, and a number card lies on top, so that most
// rules find something to do.
export function practiceScenario(edition: EditionInfo, players: number, rule: string, seed: number): string {
  const deck = mixed(edition.cards, seed);
  const take = (wanted: (card: CardInfo) => boolean): string => {
    const at = deck.findIndex(wanted);
    return at < 0 ? '' : (deck.splice(at, 1)[0]?.card ?? '');
  };
  const number = (card: CardInfo): boolean => card.color !== null && /^\d$/.test(card.symbol);
  const top = take(number);
  const hands = Array.from({ length: players }, (_, seat) => {
    const first = seat === 0 ? 'Wc1' : take((card) => card.color === null);
    return [first, ...Array.from({ length: seat === 0 ? HAND - 1 : HAND - 1 + (seat % 2) }, () => take(number))];
  });
  return [
    'scenario "workshop"', `edition ${edition.id}`, 'option custom_wilds 1', `players ${players}`, 'turn 1',
    ...hands.map((cards, seat) => `hand ${seat + 1} ${cards.join(' ')}`),
    `discard ${top}`, `seed ${(seed >>> 0) + 1}`, `custom Wc1 do ${quoted(rule)}`, '',
  ].join('\n');
}

// A whole game at the solo table, with the rule on every custom wild.
export function tableRequest(edition: EditionInfo, players: number, level: string, rule: string): TableRequest {
  const wilds = edition.customs;
  return {
    edition: edition.id, players, levels: Array<string>(players - 1).fill(level),
    options: { custom_wilds: String(wilds) }, rules: Array<string>(wilds).fill(rule), seed: '',
  };
}
