// What is special in each edition: the only place in these pages that knows editions by name. An edition that is not
// here gets the common sections, chosen by its values, and its cards.
import { option, reading, type Paragraph } from './sections';
import type { ParagraphId } from './learn-words';

export interface EditionRules {
  special: Paragraph[];
  replace?: Partial<Record<ParagraphId, Paragraph>>; // of the common paragraphs
}

const classic: EditionRules = {
  special: [
    { id: 'custom.play', clauses: ['CUSTOM-1'], cards: ['Wc1', 'Wc2'], examples: ['custom-again'] },
    { id: 'custom.many', clauses: ['DECK-2'] },
    { id: 'custom.agree', clauses: ['CUSTOM-2'] },
    { id: 'custom.ten', clauses: ['CUSTOM-3'], list: 'ready-rules' },
    { id: 'custom.stuck', clauses: ['CUSTOM-3'], places: reading('stuck_draw') },
    { id: 'custom.ask', clauses: ['CUSTOM-4'] },
    { id: 'custom.discard', clauses: ['CUSTOM-5'], examples: ['custom-three'] },
    { id: 'custom.last', clauses: ['CUSTOM-6', 'END-2'] },
    { id: 'custom.write', clauses: ['CUSTOM-7'] },
  ],
};

const streams: EditionRules = {
  special: [
    { id: 'streams.color', clauses: ['STREAMS-1'], cards: ['Wx'], places: reading('throw_color') },
    { id: 'streams.draw', clauses: ['STREAMS-2'] },
    { id: 'streams.throw', clauses: ['STREAMS-3'], examples: ['streams-throw'] },
    { id: 'streams.answer', clauses: ['STREAMS-4'], examples: ['streams-answer'] },
    { id: 'streams.wild', clauses: ['STREAMS-4'], places: reading('throw_wild') },
    { id: 'streams.under', clauses: ['STREAMS-5'] },
    { id: 'streams.last', clauses: ['STREAMS-6', 'END-2'] },
  ],
};

const creeper: EditionRules = {
  special: [
    { id: 'creeper.off', clauses: ['CREEPER-1'], cards: ['Wk'], examples: ['creeper-draw'] },
    { id: 'creeper.played', clauses: ['CREEPER-6'] },
    { id: 'creeper.drawn', clauses: ['CREEPER-5'] },
    { id: 'creeper.inside', clauses: ['CREEPER-2'] },
    { id: 'creeper.several', clauses: ['CREEPER-4'], examples: ['creeper-penalty'] },
    { id: 'creeper.dealt', clauses: ['CREEPER-3'] },
  ],
};

const hyperdrive: EditionRules = {
  special: [
    { id: 'hyper.start', clauses: ['HYPER-1'], cards: ['Wh'], examples: ['hyper-start'] },
    { id: 'hyper.run', clauses: ['HYPER-2'], examples: ['hyper-run'] },
    { id: 'hyper.end', clauses: ['HYPER-3'], examples: ['hyper-stop'] },
    { id: 'hyper.same', clauses: ['HYPER-4'] },
    { id: 'hyper.next', clauses: ['HYPER-5'] },
  ],
  replace: {
    'setup.dealer': { id: 'setup.dealer_picked', clauses: ['SETUP-1'] },
    'setup.first': { id: 'setup.first_number', clauses: ['SETUP-4', 'SETUP-5'] },
    'four.legal': { id: 'four.legal_wild', clauses: ['W4-2'], examples: ['plus-four'] },
  },
};

const powers: EditionRules = {
  special: [
    { id: 'powers.take', clauses: ['POWER-1'], cards: ['Wr', 'Wp'], examples: ['power-steal'] },
    { id: 'powers.red', clauses: ['POWER-2'], cards: ['Wr'], examples: ['power-red'] },
    {
      id: 'powers.yellow', clauses: ['POWER-5'], cards: ['Wy'], examples: ['power-yellow'],
      places: reading('shield_reverse'),
    },
    {
      id: 'powers.green', clauses: ['POWER-4'], cards: ['Wg'], examples: ['power-green'],
      places: reading('flip_effect'),
    },
    { id: 'powers.flipped_four', clauses: ['POWER-4'], when: option('flip_effect', 'played') },
    {
      id: 'powers.blue', clauses: ['POWER-3'], cards: ['Wb'], examples: ['power-blue'],
      places: reading('double_second'),
    },
    { id: 'powers.last', clauses: ['END-2', 'POWER-5'] },
    { id: 'powers.once', clauses: ['POWER-6'], examples: ['power-pick'] },
  ],
};

const known: Record<string, EditionRules> = { classic, streams, creeper, hyperdrive, powers };

export const ownRules = (edition: string): EditionRules => known[edition] ?? { special: [] };

export const ownParagraphs = (edition: string): ParagraphId[] => {
  const { special, replace } = ownRules(edition);
  return [...special, ...Object.values(replace ?? {})].map(({ id }) => id);
};
