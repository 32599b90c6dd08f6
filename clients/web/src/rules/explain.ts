// A rule in the reader's own language, from its blocks: "El siguiente toma 2 cartas y pierde su turno."
import { capital, markName } from '../words/names';
import { has, say, t, tn } from '../words/words.svelte';
import { SHAPES, blocksOf, isOne, isQuestion, placesOf, type Block, type BlockPlace } from './blocks';
import { treeOf } from './trees.svelte';

export interface RuleLine {
  depth: number; // of the questions it stands in
  text: string;
}

// Whom the sentence is about: the reader, one other, or several. Spanish has a verb form for each.
const person = (block: Block): string =>
  block.who === 'player' ? 'you' : isOne(block.who) ? 'one' : 'many';

// The catalogue's sentence for a block, with {0} … for its places in the order of its pattern.
export function template(block: Block): string {
  const key = 'says.' + block.kind;
  return has(key) ? say(key) : say(`${key}.${person(block)}`);
}

// A choice of a place, as a select offers it: "el siguiente".
export function wordOf(place: BlockPlace, value: string): string {
  switch (place) {
    case 'WHO':
    case 'ONE': return say('says.who.' + value);
    case 'TO': return say('says.to.' + value);
    case 'WITH': return say('says.with.' + value);
    case 'COLOR': return value === 'named' ? t('says.color.named') : say('color.' + value);
    case 'SORT': return say('says.sort.' + value);
    case 'COUNT': return say('says.count.' + value);
    case 'UNTIL': return say('says.until.' + value);
    default: return value;
  }
}

const known = (text: string): string => (has('asked.' + text) ? say('asked.' + text) : text);

function filled(place: BlockPlace, block: Block): string {
  switch (place) {
    case 'WHO':
    case 'ONE': return wordOf(place, block.who);
    case 'TO':
    case 'WITH': return wordOf(place, block.to);
    case 'N': return tn('says.cards', block.n);
    case 'COLOR': return wordOf(place, block.color);
    case 'SORT': return wordOf(place, block.sort);
    case 'COUNT': return wordOf(place, block.count);
    case 'UNTIL': return wordOf(place, block.until);
    case 'MARK': return markName(block.text);
    case 'TEXT': return known(block.text);
  }
}

// One block as a sentence, without a capital or a full stop.
const sentence = (block: Block): string => {
  const places = placesOf(block.kind).map((place) => filled(place, block));
  return template(block).replace(/\{(\d)\}/g, (whole, index: string) => places[Number(index)] ?? whole);
};

const hasSubject = (block: Block): boolean => /^(WHO|ONE)/.test(SHAPES[block.kind].pattern);

// "a, b y c"
function list(parts: string[]): string {
  if (parts.length < 2) return parts.join('');
  return t('says.and', parts.slice(0, -1).join(', '), parts.at(-1) ?? '');
}

// Blocks without questions as sentences. What the same seat does in a row is one sentence.
function sentences(blocks: readonly Block[]): string[] {
  const out: string[] = [];
  for (let i = 0; i < blocks.length; ) {
    const first = blocks[i] as Block;
    let end = i + 1;
    if (hasSubject(first))
      while (end < blocks.length && hasSubject(blocks[end] as Block) && blocks[end]?.who === first.who) ++end;
    const subject = wordOf('WHO', first.who) + ' ';
    const parts = blocks.slice(i, end).map((block, index) =>
      index > 0 ? sentence(block).slice(subject.length) : sentence(block));
    out.push(list(parts));
    i = end;
  }
  return out;
}

const small = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1); // after a colon
const full = (parts: string[]): string => parts.map((part) => capital(part) + '.').join(' ');

function branchName(block: Block, index: number): string {
  if (block.kind === 'vote') return t(index === 0 ? 'says.if_yes' : 'says.if_no');
  return t('says.choice', known(block.branches[index]?.label ?? ''));
}
export { branchName };

// Line by line; branches are deeper than their question.
export function explain(blocks: readonly Block[], depth = 0): RuleLine[] {
  const out: RuleLine[] = [];
  let asked = false; // a question came before, and the rule goes on for everybody
  for (let i = 0; i < blocks.length; ) {
    const block = blocks[i] as Block;
    let end = i;
    while (end < blocks.length && !isQuestion((blocks[end] as Block).kind)) ++end;
    const goesOn = (text: string): string => (asked ? t('says.then', small(text)) : text);
    if (end > i) {
      out.push({ depth, text: goesOn(full(sentences(blocks.slice(i, end)))) });
      i = end;
      continue;
    }
    out.push({ depth, text: goesOn(capital(sentence(block)) + '.') });
    for (const [index, branch] of block.branches.entries())
      out.push(...explainBranch(branchName(block, index), branch.blocks, depth));
    asked = true;
    ++i;
  }
  return out;
}

function explainBranch(name: string, blocks: readonly Block[], depth: number): RuleLine[] {
  const inside = explain(blocks, depth + 2);
  const [only] = inside;
  if (!only) return [{ depth: depth + 1, text: t('says.branch', name, t('says.nothing')) }];
  if (inside.length === 1) return [{ depth: depth + 1, text: t('says.branch', name, small(only.text)) }];
  return [{ depth: depth + 1, text: t('says.branch', name, '').trimEnd() }, ...inside];
}

// In one piece; a branch of more than one line is put in brackets.
function joined(lines: readonly RuleLine[]): string {
  let out = '';
  let open = 0;
  lines.forEach((line, index) => {
    const deeper = Math.floor(line.depth / 2); // branches have odd depths, what is inside them even ones
    out += ')'.repeat(Math.max(open - deeper, 0));
    open = Math.min(open, deeper);
    const opens = line.depth % 2 === 0 && deeper > open;
    out += (index > 0 ? ' ' : '') + (opens ? '('.repeat(deeper - open) : '') + line.text;
    if (opens) open = deeper;
  });
  return out + ')'.repeat(open);
}

// What a rule does: a ready rule's name, or a text in the rule language. A text that is not a rule stands for itself,
// and so does one that the engine has not read yet.
export function explainRule(text: string): string {
  const key = `rule.${text}.about`;
  if (has(key)) return say(key);
  const tree = treeOf(text);
  return tree ? joined(explain(blocksOf(tree))) : text;
}
