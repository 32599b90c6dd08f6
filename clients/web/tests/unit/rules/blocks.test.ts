// Text to blocks, as the engine reads it, and back.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { KINDS, SHAPES, printBlocks, printSpans } from '../../../src/rules/blocks';
import { readBlocks } from './read';
import { randomRule, ruleExamples } from './samples';
import { NATIVE_ONLY_OPS } from './samples';

const root = '../../';

describe('blocks', () => {
  it('know every step of the language', () => {
    const enumText = /enum class Op[^{]*\{([^}]*)\}/.exec(readFileSync(root + 'engine/steps.hpp', 'utf8'))?.[1] ?? '';
    const ops = enumText.split('\n').map((line) => /^\s*(\w+),/.exec(line)?.[1]).filter((op) => op !== undefined);
    const known = KINDS.map((kind) => SHAPES[kind].op);
    expect(ops.length).toBeGreaterThan(25);
    expect([...known, ...NATIVE_ONLY_OPS].sort()).toEqual([...ops].sort());
  });

  it('read the examples of the language and write them back', () => {
    const examples = ruleExamples(readFileSync(root + 'docs/RULE-LANGUAGE.md', 'utf8'));
    expect(examples.length).toBeGreaterThan(35);
    for (const text of examples) {
      const blocks = readBlocks(text);
      expect(blocks, text).not.toBeNull();
      const canonical = printBlocks(blocks ?? []);
      expect(printBlocks(readBlocks(canonical) ?? [])).toBe(canonical);
    }
  });

  it('survive the way through text, whatever they are', () => {
    for (let seed = 1; seed <= 400; ++seed) {
      const text = printBlocks(randomRule(seed));
      expect(printBlocks(readBlocks(text) ?? [])).toBe(text);
    }
  });

  it('read comments, lines and both forms of a verb', () => {
    const blocks = readBlocks('next draw 2 # a comment; reverse\n\nothers draws 1;; skip');
    expect(printBlocks(blocks ?? [])).toBe('next draws 2; others draw 1; skip');
  });

  it.each([
    'next jumps', 'next draws 21', 'next draws 0', 'others swap', 'next plays again', 'next draws 2 and skip', '',
    'others vote "Fair?" { yes: player draws 1 }', 'next chooses { "crow" }', 'next draws 2 }', 'next is marked',
    'player confirms "a\\b"',
  ])('do not read %j', (text) => {
    expect(readBlocks(text)).toBeNull();
  });

  it('do not go deeper than the language', () => {
    const nested = (depth: number): string =>
      depth === 0 ? 'skip' : `next chooses { "a": ${nested(depth - 1)} | "b" }`;
    expect(readBlocks(nested(4))).not.toBeNull();
    expect(readBlocks(nested(5))).toBeNull();
  });

  it('say where in the text they stand', () => {
    const { text, spans } = printSpans(readBlocks('skip; next chooses { "a": reverse | "b" }') ?? []);
    expect(spans.map(({ from, to }) => text.slice(from, to))).toEqual(
      ['skip', 'next chooses { "a": reverse | "b" }', 'reverse']);
  });
});
