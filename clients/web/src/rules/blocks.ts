// The rule language (docs/RULE-LANGUAGE.md) as blocks: one table says for each kind of sentence how it is written.
// Printing and reading both go by that table. Whether a rule is sound is for the engine to say.
import { Reader, quoted } from './reader';

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

// Everything a sentence can hold; which of it counts, its kind says.
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

export type Place = 'WHO' | 'ONE' | 'TO' | 'WITH' | 'N' | 'COLOR' | 'SORT' | 'COUNT' | 'MARK' | 'UNTIL' | 'TEXT';

interface Shape {
  op: string; // engine/steps.hpp
  // Words as they are; `verb~` has an s for one seat; capitals are places. Where one pattern begins another, the longer
  // stands first.
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
  ['WHO', 'ONE', 'TO', 'WITH', 'N', 'COLOR', 'SORT', 'COUNT', 'MARK', 'UNTIL', 'TEXT'] satisfies Place[]);

// The places of a kind, as its sentence has them.
export const placesOf = (kind: Kind): Place[] =>
  SHAPES[kind].pattern.split(' ').filter((word) => PLACES.has(word)) as Place[];

export const isQuestion = (kind: Kind): boolean => kind === 'vote' || kind === 'choose';
export const isOne = (who: string): boolean => (ONE as readonly string[]).includes(who);

let last = 0;
export const newId = (): number => ++last;

// A block as it comes from the box. `words`: for what has to be written.
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

export interface Span {
  id: number;
  from: number; // in characters of the text
  to: number;
}

class Writer {
  out = '';
  spans: Span[] = [];

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
    else if (PLACES.has(word)) this.out += placeText(word as Place, block);
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

function placeText(place: Place, block: Block): string {
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
export function printSpans(blocks: readonly Block[]): { text: string; spans: Span[] } {
  const writer = new Writer();
  writer.blocks(blocks);
  return { text: writer.out, spans: writer.spans };
}

// ---- text to blocks ------------------------------------------------------------------------------------------------

// null: not a rule, or not one that blocks can show.
export function readBlocks(text: string): Block[] | null {
  const reader = Reader.of(text);
  if (!reader) return null;
  const out = sentences(reader, 0);
  return out && out.length && reader.atEnd() ? out : null;
}

function sentences(reader: Reader, depth: number): Block[] | null {
  const out: Block[] = [];
  if (depth > NESTING_MAX) return null;
  for (reader.skipSeparators(); !reader.atBlockEnd(); reader.skipSeparators()) {
    const block = sentence(reader, depth);
    if (!block || !reader.atSeparator()) return null;
    out.push(block);
  }
  return out;
}

function sentence(reader: Reader, depth: number): Block | null {
  const start = reader.at;
  for (const kind of KINDS) {
    reader.at = start;
    const block = blank(kind);
    if (SHAPES[kind].pattern.split(' ').every((word) => readWord(reader, word, block, depth))) return block;
  }
  reader.at = start;
  return null;
}

function readWord(reader: Reader, word: string, block: Block, depth: number): boolean {
  if (word === 'be~') return reader.accept('is') || reader.accept('are');
  if (word.endsWith('~')) return reader.accept(word.slice(0, -1)) || reader.accept(word.slice(0, -1) + 's');
  if (word === 'YESNO') return readYesNo(reader, block, depth);
  if (word === 'CHOICES') return readChoices(reader, block, depth);
  return PLACES.has(word) ? readPlace(reader, word as Place, block) : reader.accept(word);
}

function readPlace(reader: Reader, place: Place, block: Block): boolean {
  switch (place) {
    case 'WHO': return reader.among(WHO, (word) => (block.who = word));
    case 'ONE': return reader.among(ONE, (word) => (block.who = word));
    case 'TO': return reader.among(TO, (word) => (block.to = word));
    case 'WITH': return reader.among(ONE, (word) => (block.to = word));
    case 'COLOR': return reader.among(COLOR, (word) => (block.color = word));
    case 'SORT': return reader.among(SORT, (word) => (block.sort = word));
    case 'COUNT': return reader.among(COUNT, (word) => (block.count = word)) || true;
    case 'N': return reader.number(NUMBER_MAX, (n) => (block.n = n));
    case 'MARK': return reader.text(true, (text) => (block.text = text));
    case 'TEXT': return reader.text(false, (text) => (block.text = text));
    case 'UNTIL':
      if (!reader.accept('until')) return true;
      block.until = 'uno';
      return reader.accept('uno');
  }
}

function readBranch(reader: Reader, block: Block, label: string, depth: number): boolean {
  const blocks = sentences(reader, depth + 1);
  if (!blocks) return false;
  block.branches.push({ label, blocks });
  return true;
}

function readYesNo(reader: Reader, block: Block, depth: number): boolean {
  const branch = (label: string): boolean =>
    reader.accept(label) && reader.accept(':') && readBranch(reader, block, label, depth);
  return reader.accept('{') && branch('yes') && reader.accept('|') && branch('no') && reader.accept('}');
}

function readChoices(reader: Reader, block: Block, depth: number): boolean {
  if (!reader.accept('{')) return false;
  do {
    let label = '';
    if (!reader.text(false, (text) => (label = text))) return false;
    if (!reader.accept(':')) block.branches.push({ label, blocks: [] });
    else if (!readBranch(reader, block, label, depth)) return false;
  } while (reader.accept('|'));
  return block.branches.length > 1 && block.branches.length <= CHOICES_MAX && reader.accept('}');
}
