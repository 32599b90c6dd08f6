// Changing a tree of blocks. Nothing is changed in place: every function gives a new tree.
import { CHOICES_MAX, NESTING_MAX, isQuestion, newId, type Block } from '../rules/blocks';

// A place between blocks: before `index` in a branch of a block, or (parent 0) in the rule itself.
export interface Gap {
  parent: number;
  branch: number;
  index: number;
}

type Change = (list: Block[], gap: Omit<Gap, 'index'>) => Block[];

// Applies a change to every list of the tree, outer lists first.
function everyList(blocks: Block[], change: Change, parent = 0, branch = 0): Block[] {
  return change(blocks, { parent, branch }).map((block) => ({
    ...block,
    branches: block.branches.map((one, index) => ({
      ...one, blocks: everyList(one.blocks, change, block.id, index),
    })),
  }));
}

export function find(blocks: readonly Block[], id: number): Block | null {
  for (const block of blocks) {
    if (block.id === id) return block;
    for (const branch of block.branches) {
      const inside = find(branch.blocks, id);
      if (inside) return inside;
    }
  }
  return null;
}

export const countBlocks = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, b) => sum + 1 + b.branches.reduce((inner, one) => inner + countBlocks(one.blocks), 0), 0);

export const update = (blocks: Block[], id: number, change: Partial<Block>): Block[] =>
  everyList(blocks, (list) => list.map((block) => (block.id === id ? { ...block, ...change } : block)));

export const remove = (blocks: Block[], id: number): Block[] =>
  everyList(blocks, (list) => list.filter((block) => block.id !== id));

export const insert = (blocks: Block[], gap: Gap, block: Block): Block[] =>
  everyList(blocks, (list, at) =>
    at.parent === gap.parent && at.branch === gap.branch ? list.toSpliced(gap.index, 0, block) : list);

// How many questions are nested in it, itself included.
export const heightOf = (block: Block): number =>
  (isQuestion(block.kind) ? 1 : 0) +
  Math.max(0, ...block.branches.flatMap((branch) => branch.blocks.map(heightOf)));

// All places of the tree where a block of this height may stand, in reading order.
export function gaps(blocks: readonly Block[], height: number): Gap[] {
  const out: Gap[] = [];
  const walk = (list: readonly Block[], parent: number, branch: number, depth: number): void => {
    const fits = depth + height <= NESTING_MAX;
    list.forEach((block, index) => {
      if (fits) out.push({ parent, branch, index });
      block.branches.forEach((one, b) => walk(one.blocks, block.id, b, depth + 1));
    });
    if (fits) out.push({ parent, branch, index: list.length });
  };
  walk(blocks, 0, 0, 0);
  return out;
}

export function placeOf(blocks: readonly Block[], id: number, parent = 0, branch = 0): Gap | null {
  for (const [index, block] of blocks.entries()) {
    if (block.id === id) return { parent, branch, index };
    for (const [b, one] of block.branches.entries()) {
      const inside = placeOf(one.blocks, id, block.id, b);
      if (inside) return inside;
    }
  }
  return null;
}

const same = (a: Gap, b: Gap): boolean => a.parent === b.parent && a.branch === b.branch && a.index === b.index;

// One place up (-1) or down (1) in reading order, into branches and out of them; null: there is none.
export function move(blocks: Block[], id: number, by: -1 | 1): Block[] | null {
  const block = find(blocks, id);
  const place = placeOf(blocks, id);
  if (!block || !place) return null;
  const rest = remove(blocks, id);
  const all = gaps(rest, heightOf(block));
  const target = all[all.findIndex((gap) => same(gap, place)) + by];
  return target ? insert(rest, target, block) : null;
}

const copy = (block: Block): Block => ({
  ...block, id: newId(), branches: block.branches.map((b) => ({ ...b, blocks: b.blocks.map(copy) })),
});

// Puts a copy after the block; also returns the copy's id, so that the focus can go there.
export function duplicate(blocks: Block[], id: number): { blocks: Block[]; id: number } | null {
  const block = find(blocks, id);
  const place = placeOf(blocks, id);
  if (!block || !place) return null;
  const twin = copy(block);
  return { blocks: insert(blocks, { ...place, index: place.index + 1 }, twin), id: twin.id };
}

export function addChoice(blocks: Block[], id: number, label: string): Block[] {
  const block = find(blocks, id);
  if (!block || block.branches.length >= CHOICES_MAX) return blocks;
  return update(blocks, id, { branches: [...block.branches, { label, blocks: [] }] });
}

export function removeChoice(blocks: Block[], id: number, index: number): Block[] {
  const block = find(blocks, id);
  if (!block || block.branches.length <= 2) return blocks;
  return update(blocks, id, { branches: block.branches.toSpliced(index, 1) });
}

export function renameChoice(blocks: Block[], id: number, index: number, label: string): Block[] {
  const block = find(blocks, id);
  if (!block) return blocks;
  return update(blocks, id, { branches: block.branches.map((one, i) => (i === index ? { ...one, label } : one)) });
}

// Where may `picked` be used? After a `picks`, at the same level or at one around it.
export function pickedBefore(blocks: readonly Block[], id: number): boolean {
  const walk = (list: readonly Block[], known: boolean): boolean | null => {
    let picked = known;
    for (const block of list) {
      if (block.id === id) return picked;
      for (const branch of block.branches) {
        const inside = walk(branch.blocks, picked);
        if (inside !== null) return inside;
      }
      picked ||= block.kind === 'pick';
    }
    return null;
  };
  return walk(blocks, false) ?? false;
}
