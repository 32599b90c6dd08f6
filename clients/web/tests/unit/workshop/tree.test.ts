import { describe, expect, it } from 'vitest';
import { printBlocks, type Block } from '../../../src/rules/blocks';
import { readBlocks } from '../rules/read';
import { randomRule } from '../rules/samples';
import { addChoice, countBlocks, duplicate, gaps, heightOf, move, pickedBefore, remove, removeChoice, update }
  from '../../../src/workshop/tree';

const rule = (text: string): Block[] => readBlocks(text) ?? [];
const id = (blocks: Block[], index: number): number => blocks[index]?.id ?? 0;

describe('a tree of blocks', () => {
  it('moves a block down into a question, through its branches and out again', () => {
    let blocks = rule('skip; next chooses { "a" | "b": reverse }');
    const moved = id(blocks, 0);
    const seen: string[] = [];
    for (let next: Block[] | null = blocks; next; next = move(blocks, moved, 1)) {
      blocks = next;
      seen.push(printBlocks(blocks));
    }
    expect(seen).toEqual([
      'skip; next chooses { "a" | "b": reverse }',
      'next chooses { "a": skip | "b": reverse }',
      'next chooses { "a" | "b": skip; reverse }',
      'next chooses { "a" | "b": reverse; skip }',
      'next chooses { "a" | "b": reverse }; skip',
    ]);
  });

  it('moving up undoes moving down, and nothing is lost', () => {
    for (let seed = 1; seed <= 100; ++seed) {
      const blocks = randomRule(seed);
      const down = move(blocks, id(blocks, 0), 1);
      if (!down) continue;
      expect(countBlocks(down)).toBe(countBlocks(blocks));
      expect(printBlocks(move(down, id(blocks, 0), -1) ?? [])).toBe(printBlocks(blocks));
    }
  });

  it('never puts questions deeper than the language allows', () => {
    const nested = (depth: number): string =>
      depth === 0 ? 'skip' : `next chooses { "a": ${nested(depth - 1)} | "b" }`;
    const blocks = rule(`next chooses { "x" | "y" }; ${nested(4)}`);
    const first = blocks[0] as Block;
    expect(heightOf(first)).toBe(1);
    let now: Block[] | null = blocks;
    for (let steps = 0; now && steps < 40; now = move(now, first.id, 1), ++steps)
      expect(readBlocks(printBlocks(now)), printBlocks(now)).not.toBeNull();
    expect(gaps(rule(nested(4)), 1).length).toBeLessThan(gaps(rule(nested(4)), 0).length);
  });

  it('duplicates with new ids, deletes, changes', () => {
    const blocks = rule('next chooses { "a": reverse | "b" }');
    const twice = duplicate(blocks, id(blocks, 0));
    expect(printBlocks(twice?.blocks ?? [])).toBe(`${printBlocks(blocks)}; ${printBlocks(blocks)}`);
    const inner = twice?.blocks[1]?.branches[0]?.blocks[0]?.id ?? 0;
    expect(printBlocks(remove(twice?.blocks ?? [], inner))).toBe(`${printBlocks(blocks)}; next chooses { "a" | "b" }`);
    expect(printBlocks(update(rule('next draws 2'), -1, { n: 3 }))).toBe('next draws 2');
    const draw = rule('next draws 2');
    expect(printBlocks(update(draw, id(draw, 0), { n: 3, who: 'others' }))).toBe('others draw 3');
  });

  it('keeps two to ten choices', () => {
    let blocks = rule('next chooses { "a" | "b" }');
    const question = id(blocks, 0);
    expect(removeChoice(blocks, question, 0)[0]?.branches).toHaveLength(2);
    for (let i = 0; i < 12; ++i) blocks = addChoice(blocks, question, 'more');
    expect(blocks[0]?.branches).toHaveLength(10);
  });

  it('knows where somebody is picked', () => {
    const blocks = rule('skip; player picks; next chooses { "a": reverse | "b": player picks }; hands up');
    expect(pickedBefore(blocks, id(blocks, 0))).toBe(false);
    expect(pickedBefore(blocks, blocks[2]?.branches[0]?.blocks[0]?.id ?? 0)).toBe(true);
    const inBranch = rule('next chooses { "a": player picks | "b" }; hands up');
    expect(pickedBefore(inBranch, id(inBranch, 1))).toBe(false);
  });
});
