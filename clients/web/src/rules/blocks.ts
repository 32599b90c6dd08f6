// The rule language (docs/RULE-LANGUAGE.md) as blocks: one table says for each kind of sentence how it is written.
// Blocks are made from the tree that the engine has read, and are printed for the engine to read: this is not a parser
// (docs/decisions/0017).
import type { Sentence } from '../engine/api';

export const NESTING_MAX = 4; // questions inside each other
export const NUMBER_MAX = 20;
export const CHOICES_MAX = 10;

export const ONE = ['player', 'next', 'previous', 'picked'] as const; // one seat
export const WHO = ['player', 'next', 'previous', 'picked', 'others', 'everyone', 'all'] as const;
export const TO = [...ONE, 'table'] as const;
export const COLOR = ['named', 'red', 'yellow', 'green', 'blue'] as const;
export const SORT = ['wilds', ...COLOR] as const;
export const COUNT = ['any', 'all', 'most'] as const;
export const UNTIL = ['end', 'uno'] as const; // of a mark

export type Who = (typeof WHO)[number];

export interface Branch {
  label: string; // 'yes', 'no', or a choice's name
  blocks: Block[];
}

// Everything that a sentence can hold; its kind says which of these count.
export interface Block {
  id: number; // in this page only
  kind: Kind;
  who: Who;
  to: (typeof TO)[number];
  n: number;
  color: (typeof COLOR)[number];
  sort: (typeof SORT)[number];
  count: (typeof COUNT)[number];
  until: (typeof UNTIL)[number];
  text: string;
  branches: Branch[];
}

export type BlockPlace = 'WHO' | 'ONE' | 'TO' | 'WITH' | 'N' | 'COLOR' | 'SORT' | 'COUNT' | 'MARK' | 'UNTIL' | 'TEXT';

interface Shape {
  op: string; // engine/steps.hpp
  // Words as they are; `verb~` has an s for one seat; capitals are places.
  pattern: string;
  group: 'draw' | 'discard' | 'turns' | 'hands' | 'words' | 'questions';
}

const shapes = {
  if_stuck: { op: 'DrawIfStuck', pattern: 'WHO draw~ N if stuck', group: 'draw' },
  draw: { op: 'Draw', pattern: 'WHO draw~ N', group: 'draw' },
  draw_until: { op: 'DrawUntil', pattern: 'WHO draw~ until COLOR', group: 'draw' },
  discard: { op: 'Discard', pattern: 'WHO discard~ N', group: 'discard' },
  discard_to: { op: 'DiscardTo', pattern: 'WHO discard~ to N', group: 'discard' },
  discard_kinds: { op: 'DiscardKinds', pattern: 'WHO discard~ SORT', group: 'discard' },
  fill_to: { op: 'FillTo', pattern: 'WHO fill~ to N', group: 'discard' },
  hit: { op: 'Hit', pattern: 'hit N', group: 'turns' },
  skip: { op: 'Skip', pattern: 'skip', group: 'turns' },
  reverse: { op: 'Reverse', pattern: 'reverse', group: 'turns' },
  lose_turn: { op: 'LoseTurn', pattern: 'WHO lose~ turn', group: 'turns' },
  extra_turn: { op: 'ExtraTurn', pattern: 'player play~ again', group: 'turns' },
  show: { op: 'Show', pattern: 'WHO show~ hand to TO', group: 'hands' },
  hands_up: { op: 'HandsUp', pattern: 'hands up', group: 'hands' },
  swap_with: { op: 'SwapWith', pattern: 'ONE swap~ with WITH', group: 'hands' },
  swap: { op: 'SwapChosen', pattern: 'ONE swap~', group: 'hands' },
  pass: { op: 'PassHands', pattern: 'hands pass', group: 'hands' },
  mark: { op: 'Mark', pattern: 'WHO be~ marked MARK UNTIL', group: 'words' },
  confirm: { op: 'Confirm', pattern: 'WHO confirm~ TEXT', group: 'words' },
  pick: { op: 'Pick', pattern: 'ONE pick~', group: 'questions' },
  vote: { op: 'Vote', pattern: 'WHO vote~ COUNT TEXT YESNO', group: 'questions' },
  choose: { op: 'Choose', pattern: 'ONE choose~ CHOICES', group: 'questions' },
} as const satisfies Record<string, Shape>;

export type Kind = keyof typeof shapes;
export const SHAPES: Record<Kind, Shape> = shapes;
export const KINDS = Object.keys(shapes) as Kind[];
export const GROUPS = ['draw', 'discard', 'turns', 'hands', 'words', 'questions'] as const;

const PLACES = new Set<string>(
  ['WHO', 'ONE', 'TO', 'WITH', 'N', 'COLOR', 'SORT', 'COUNT', 'MARK', 'UNTIL', 'TEXT'] satisfies BlockPlace[]);

// The places of a kind, as its sentence has them.
export const placesOf = (kind: Kind): BlockPlace[] =>
  SHAPES[kind].pattern.split(' ').filter((word) => PLACES.has(word)) as BlockPlace[];

export const isQuestion = (kind: Kind): boolean => kind === 'vote' || kind === 'choose';
export const isOne = (who: string): boolean => (ONE as readonly string[]).includes(who);

// A text in the quotes of the rule language.
export const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

let last = 0;
export const newId = (): number => ++last;

// A new block, as it comes from the box. `words`: for the texts that have to be written.
export function newBlock(kind: Kind, words: { text: string; choices: [string, string] }): Block {
  const labels = kind === 'vote' ? ['yes', 'no'] : kind === 'choose' ? words.choices : [];
  return {
    ...blank(kind), n: 2, text: words.text, branches: labels.map((label) => ({ label, blocks: [] })),
    who: kind === 'pick' || kind === 'swap' || kind === 'swap_with' ? 'player' : kind === 'vote' ? 'others' : 'next',
  };
}

function blank(kind: Kind): Block {
  return {
    id: newId(), kind, who: 'player', to: kind === 'show' ? 'player' : 'next', n: 1, color: 'named', sort: 'wilds',
    count: 'any', until: 'end', text: '', branches: [],
  };
}

// ---- blocks to text ------------------------------------------------------------------------------------------------

export interface BlockSpan {
  id: number;
  from: number; // in characters of the text
  to: number;
}

class Writer {
  out = '';
  spans: BlockSpan[] = [];

  blocks(blocks: readonly Block[]): void {
    blocks.forEach((block, index) => {
      if (index > 0) this.out += '; ';
      const span = { id: block.id, from: this.out.length, to: 0 };
      this.spans.push(span);
      this.sentence(block);
      span.to = this.out.length;
    });
  }

  private sentence(block: Block): void {
    let gap = '';
    for (const word of SHAPES[block.kind].pattern.split(' ')) {
      const before = this.out.length;
      this.out += gap;
      this.word(word, block);
      if (this.out.length === before + gap.length) this.out = this.out.slice(0, before); // an empty place
      else gap = ' ';
    }
  }

  private word(word: string, block: Block): void {
    const one = !/^WHO/.test(SHAPES[block.kind].pattern) || isOne(block.who);
    if (word === 'be~') this.out += one ? 'is' : 'are';
    else if (word.endsWith('~')) this.out += word.slice(0, -1) + (one ? 's' : '');
    else if (word === 'YESNO') this.yesNo(block);
    else if (word === 'CHOICES') this.choices(block);
    else if (PLACES.has(word)) this.out += placeText(word as BlockPlace, block);
    else this.out += word;
  }

  private yesNo(block: Block): void {
    this.out += '{ yes: ';
    this.blocks(block.branches[0]?.blocks ?? []);
    this.out += ' | no: ';
    this.blocks(block.branches[1]?.blocks ?? []);
    this.out += ' }';
  }

  private choices(block: Block): void {
    this.out += '{';
    block.branches.forEach((branch, index) => {
      this.out += (index ? ' | ' : ' ') + quoted(branch.label);
      if (branch.blocks.length) this.out += ': ';
      this.blocks(branch.blocks);
    });
    this.out += ' }';
  }
}

function placeText(place: BlockPlace, block: Block): string {
  switch (place) {
    case 'WHO':
    case 'ONE': return block.who;
    case 'TO':
    case 'WITH': return block.to;
    case 'N': return String(block.n);
    case 'COLOR': return block.color;
    case 'SORT': return block.sort;
    case 'COUNT': return block.count === 'any' ? '' : block.count;
    case 'MARK': return /^[a-z-]+$/.test(block.text) ? block.text : quoted(block.text);
    case 'UNTIL': return block.until === 'uno' ? 'until uno' : '';
    case 'TEXT': return quoted(block.text);
  }
}

export function printBlocks(blocks: readonly Block[]): string {
  return printSpans(blocks).text;
}

// With the place of every block in the text; outer blocks come before those inside them.
export function printSpans(blocks: readonly Block[]): { text: string; spans: BlockSpan[] } {
  const writer = new Writer();
  writer.blocks(blocks);
  return { text: writer.out, spans: writer.spans };
}

// ---- the engine's tree to blocks ---------------------------------------------------------------------------------

export const blocksOf = (tree: readonly Sentence[]): Block[] =>
  tree.map(({ kind, branches = [], ...fields }) => ({
    ...blank(kind as Kind), ...(fields as Partial<Block>),
    branches: branches.map(({ label, sentences }) => ({ label, blocks: blocksOf(sentences) })),
  }));
