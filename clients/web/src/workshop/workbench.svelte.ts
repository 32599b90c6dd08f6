// The rule being made. Its text is what counts; blocks are another look at it, and the engine says whether it is sound.
import type { Engine } from '../engine/engine';
import { isFault } from '../engine/engine';
import type { Fault, RuleReading, Sentence } from '../engine/api';
import { blocksOf, printBlocks, printSpans, type Block } from '../rules/blocks';
import { passing } from '../ui/store.svelte';
import { faultSpan } from './fault-place';
import { fits } from './rule-shelf';

const DRAFT = 'comodin.workshop'; // until the tab is closed: what was being made
const TYPING = 180; // ms without a key until a text is read
const UNDO_MAX = 100;
const CHECK_SEATS = 4; // some faults are seen only when a table is set up

interface Past {
  text: string;
  blocks: Block[] | null;
}

export type Judge = Pick<Engine, 'rule' | 'trial'>;

export class Workbench {
  text = $state('');
  blocks = $state.raw<Block[] | null>([]); // null: the text cannot be shown as blocks
  reading = $state.raw<RuleReading | null>(null); // null: not sound, or not read yet
  fault = $state.raw<Fault | null>(null);
  #past = $state.raw<Past[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(
    private readonly judge: Judge,
    private readonly edition: string,
  ) {}

  get empty(): boolean {
    return this.text.trim() === '';
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  // A text as somebody types it: read a little later.
  type(text: string): void {
    this.#remember();
    this.text = text;
    this.reading = null;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.read(), TYPING);
  }

  // A whole text at once: a ready rule, one from the shelf or from a link.
  async take(text: string): Promise<void> {
    this.#remember();
    this.text = text;
    await this.read();
  }

  async arrange(blocks: Block[]): Promise<void> {
    this.#remember();
    this.blocks = blocks;
    this.text = printBlocks(blocks);
    await this.#check();
  }

  async undo(): Promise<void> {
    const before = this.#past.at(-1);
    if (before === undefined) return;
    this.#past = this.#past.slice(0, -1);
    this.text = before.text;
    await this.read();
    // Blocks that the engine refuses have no tree, but they are still the rule being made.
    if (this.text === before.text && printBlocks(before.blocks ?? []) === before.text) this.blocks ??= before.blocks;
  }

  async read(): Promise<void> {
    clearTimeout(this.#timer);
    const text = this.text;
    if (this.empty) this.blocks = [];
    const tree = await this.#check();
    if (text === this.text && !this.empty) this.blocks = tree && blocksOf(tree);
  }

  // The block in which the fault lies; 0: none.
  get faultyBlock(): number {
    if (!this.fault || !this.blocks) return 0;
    const { text, spans } = printSpans(this.blocks);
    if (text !== this.text) return 0;
    const { from } = faultSpan(text, this.fault);
    return spans.filter((span) => span.from <= from && from <= span.to).at(-1)?.id ?? 0;
  }

  #remember(): void {
    const { text, blocks } = this;
    if (this.#past.at(-1)?.text !== text) this.#past = [...this.#past.slice(1 - UNDO_MAX), { text, blocks }];
  }

  // Returns the tree of the text, which a rule has even if no table can be set up with it; null: it is not a rule.
  async #check(): Promise<Sentence[] | null> {
    const mine = ++this.#asked;
    const { text } = this;
    keepDraft(text);
    const read = this.empty ? null : await this.#read(text);
    const table = read && !isFault(read) ? await this.judge.trial(this.edition, CHECK_SEATS, read.text) : read;
    const tree = read && !isFault(read) ? read.tree : null;
    if (mine !== this.#asked) return tree; // an older text's answer
    this.fault = table && isFault(table) ? table : null;
    this.reading = read && !isFault(read) && !this.fault ? read : null;
    return tree;
  }

  async #read(text: string): Promise<RuleReading | Fault> {
    if (!fits(text)) return { type: 'fault', code: 'rule.length', args: [] };
    return this.judge.rule(text);
  }
}

const keepDraft = (text: string): void => void passing.set(DRAFT, text);

export function draft(): string {
  const text = passing.get(DRAFT) ?? '';
  return fits(text) ? text : '';
}
