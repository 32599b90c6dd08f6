// The rules that editions share, paragraph by paragraph. The texts are in the catalogue; each names the clauses of
// docs/RULES.md that make it true. What depends on an edition's values is chosen by `when`; what an edition words
// differently is in editions.ts.
import { ruleOf } from '../options/readings';
import type { Card } from '../table/wire';
import { say } from '../words/words.svelte';
import type { TableEdition } from './table-edition';
import type { ExampleId, ParagraphId, SectionId } from './learn-words';

export interface Paragraph {
  id: ParagraphId;
  clauses: string[];
  cards?: Card[]; // shown beside it, as far as the edition has them
  examples?: ExampleId[];
  when?: (edition: TableEdition) => boolean; // missing: always
  places?: (edition: TableEdition) => (string | number)[];
  list?: 'cards' | 'ready-rules' | 'options' | 'readings'; // comes after it
}

export interface Section {
  id: SectionId;
  paragraphs: Paragraph[];
}

export const hasSymbol = (edition: TableEdition, symbol: string): boolean =>
  edition.cards.some((card) => card.symbol === symbol);
// What the books leave open, as this table reads it: a sentence.
export const reading = (name: string) => ({ options }: TableEdition): string[] => [ruleOf(name, options[name] ?? '')];
export const option = (name: string, value: string) => (edition: TableEdition) => edition.options[name] === value;
const holds = (symbol: string) => (edition: TableEdition) => hasSymbol(edition, symbol);
const target = (edition: TableEdition): string[] => [edition.options.target ?? ''];
const deckSize = (edition: TableEdition): number[] => [edition.cards.reduce((sum, card) => sum + card.copies, 0)];
const dealtCards = (edition: TableEdition): string[] => [edition.options.cards ?? ''];
const hasPowers = (edition: TableEdition): boolean => Object.keys(edition.powers).length > 0;
const double = (edition: TableEdition): boolean => Object.values(edition.powers).includes('double');

const goal: Paragraph[] = [
  { id: 'goal.idea', clauses: ['END-1'] },
  { id: 'goal.race', clauses: ['SCORE-2'], when: option('format', 'race'), places: target },
  { id: 'goal.low', clauses: ['SCORE-3'], when: option('format', 'low'), places: target },
  { id: 'goal.hand', clauses: ['SCORE-4'], when: option('format', 'hand') },
  { id: 'goal.players', clauses: ['DECK-3'] },
];

const setup: Paragraph[] = [
  { id: 'setup.deck', clauses: ['DECK-1'], when: (edition) => !hasPowers(edition), places: deckSize },
  { id: 'setup.deck_powers', clauses: ['DECK-1'], when: hasPowers, places: deckSize },
  { id: 'setup.dealer', clauses: ['SETUP-1'] },
  { id: 'setup.deal', clauses: ['SETUP-2'], when: (edition) => edition.options.cards !== '1', places: dealtCards },
  { id: 'setup.deal_one', clauses: ['SETUP-2'], when: option('cards', '1') },
  { id: 'setup.left', clauses: ['SETUP-3'], when: (edition) => edition.direction === 'left' },
  { id: 'setup.right', clauses: ['SETUP-3'], when: (edition) => edition.direction === 'right' },
  { id: 'setup.first', clauses: ['SETUP-4', 'SETUP-5'] },
  { id: 'setup.next', clauses: ['SETUP-6'] },
];

const turn: Paragraph[] = [
  { id: 'turn.match', clauses: ['TURN-1'], cards: ['r5', 'r9', 'b5'], examples: ['match-color', 'match-number'] },
  { id: 'turn.symbol', clauses: ['TURN-2'], cards: ['rs', 'ys'] },
  { id: 'turn.wild', clauses: ['TURN-1'] },
];

const draw: Paragraph[] = [
  { id: 'draw.one', clauses: ['TURN-3'], examples: ['draw-keep'] },
  { id: 'draw.only', clauses: ['TURN-4'] },
  { id: 'draw.forced_must', clauses: ['TURN-5'], when: option('drawn_forced', 'must'), examples: ['draw-play'] },
  { id: 'draw.forced_may', clauses: ['TURN-5'], when: option('drawn_forced', 'may') },
  { id: 'draw.voluntary_must', clauses: ['TURN-5'], when: option('drawn_voluntary', 'must') },
  { id: 'draw.voluntary_may', clauses: ['TURN-5'], when: option('drawn_voluntary', 'may') },
  { id: 'draw.bluff', clauses: ['TURN-5'], when: holds('W4') },
  { id: 'draw.keep', clauses: ['TURN-6'] },
];

const cards: Paragraph[] = [
  { id: 'cards.next', clauses: ['ACTION-1', 'ACTION-3'], list: 'cards' },
  { id: 'cards.two', clauses: ['ACTION-1'], cards: ['r+2'], when: holds('+2'), examples: ['plus-two'] },
  { id: 'cards.skip', clauses: ['ACTION-3'], cards: ['bs'], when: holds('s'), examples: ['skip'] },
  { id: 'cards.reverse', clauses: ['ACTION-2'], cards: ['yv'], when: holds('v'), examples: ['reverse'] },
  { id: 'cards.wild', clauses: ['ACTION-4'], cards: ['W'], when: holds('W'), examples: ['wild'] },
  { id: 'cards.wilds', clauses: ['ACTION-4', 'TURN-1'], when: (edition) => !hasSymbol(edition, 'W') },
];

const uno: Paragraph[] = [
  { id: 'uno.call', clauses: ['UNO-1'], examples: ['uno-call'] },
  { id: 'uno.catch', clauses: ['UNO-2'], examples: ['catch'], places: reading('uno_window') },
  { id: 'uno.late', clauses: ['UNO-3'] },
  { id: 'uno.other', clauses: ['UNO-1'] },
  { id: 'uno.double', clauses: ['UNO-6'], when: double, places: reading('double_uno') },
  { id: 'uno.several', clauses: ['UNO-5'] },
  { id: 'uno.lapse', clauses: ['UNO-7'] },
  { id: 'uno.wrong', clauses: ['UNO-4'] },
];

const four: Paragraph[] = [
  { id: 'four.play', clauses: ['W4-1'], cards: ['W4'], when: holds('W4') },
  { id: 'four.legal', clauses: ['W4-2'], when: holds('W4'), examples: ['plus-four'] },
  { id: 'four.bluff', clauses: ['W4-3'], when: holds('W4'), examples: ['bluff'] },
  { id: 'four.who', clauses: ['W4-4'], when: holds('W4') },
  { id: 'four.see', clauses: ['W4-5'], when: holds('W4') },
  { id: 'four.guilty', clauses: ['W4-6'], when: holds('W4'), examples: ['challenge-guilty', 'challenge-innocent'] },
  { id: 'four.last', clauses: ['W4-7'], when: holds('W4') },
];

const end: Paragraph[] = [
  { id: 'end.out', clauses: ['END-1'] },
  { id: 'end.last', clauses: ['END-2'], examples: ['last-plus-two'] },
  { id: 'end.points', clauses: ['SCORE-1'], when: (edition) => edition.customs === 0 },
  { id: 'end.points_custom', clauses: ['SCORE-1'], when: (edition) => edition.customs > 0 },
  {
    id: 'end.formats',
    clauses: ['SCORE-4', 'HOUSE-7'],
    places: (edition) => [say('option.format.' + (edition.options.format ?? ''))],
  },
  { id: 'end.race', clauses: ['SCORE-2'], places: target },
  { id: 'end.low', clauses: ['SCORE-3'], places: target },
  { id: 'end.hand', clauses: ['SCORE-4'] },
];

const house: Paragraph[] = [
  { id: 'house.intro', clauses: ['HOUSE-7'] },
  { id: 'house.stacking', clauses: ['HOUSE-1'], examples: ['stacking'] },
  { id: 'house.jump', clauses: ['HOUSE-2'], examples: ['jump-in'] },
  { id: 'house.seven', clauses: ['HOUSE-3'], examples: ['seven'] },
  { id: 'house.draw', clauses: ['HOUSE-4'] },
  { id: 'house.bluff', clauses: ['HOUSE-5'], when: holds('W4') },
  { id: 'house.teams', clauses: ['HOUSE-6'] },
  { id: 'house.numbers', clauses: ['HOUSE-7'] },
  { id: 'house.own', clauses: ['HOUSE-7'], list: 'options' },
];

const readings: Paragraph[] = [
  { id: 'readings.intro', clauses: ['HOUSE-7'], when: (edition) => !edition.usual, list: 'readings' },
  { id: 'readings.table', clauses: ['HOUSE-7'], when: (edition) => Boolean(edition.usual), list: 'readings' },
];

const odd: Paragraph[] = [
  { id: 'odd.two', clauses: ['ACTION-2'], examples: ['reverse-two'] },
  { id: 'odd.pile', clauses: ['END-3'] },
  { id: 'odd.empty', clauses: ['END-4'] },
  { id: 'odd.limit', clauses: ['END-5'], places: (edition) => [edition.options.turn_limit ?? ''] },
  { id: 'odd.know', clauses: ['KNOW-1'] },
];

export const common: Section[] = [
  { id: 'goal', paragraphs: goal },
  { id: 'setup', paragraphs: setup },
  { id: 'turn', paragraphs: turn },
  { id: 'draw', paragraphs: draw },
  { id: 'cards', paragraphs: cards },
  { id: 'special', paragraphs: [] }, // editions.ts
  { id: 'uno', paragraphs: uno },
  { id: 'four', paragraphs: four },
  { id: 'end', paragraphs: end },
  { id: 'house', paragraphs: house },
  { id: 'readings', paragraphs: readings },
  { id: 'odd', paragraphs: odd },
];
