// Rule texts to blocks, by the engine as it is built.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Fault, RuleReading } from '../../../src/engine/api';
import { EngineModule, isFault } from '../../../src/engine/module';
import { blocksOf, type Block } from '../../../src/rules/blocks';
import { readRulesWith, treeOf } from '../../../src/rules/trees.svelte';

const wasm = resolve(import.meta.dirname, '../../../../../build/wasm/bin/comodin.wasm');
const engine = new EngineModule(new WebAssembly.Module(readFileSync(wasm)));

export const readRule = (text: string): RuleReading | Fault => engine.call('rule', [text]);

// Null: it is not a rule.
export function readBlocks(text: string): Block[] | null {
  const reading = readRule(text);
  return isFault(reading) ? null : blocksOf(reading.tree);
}

// Has these texts read, as a page does before it shows them.
export async function readAll(texts: readonly string[]): Promise<void> {
  readRulesWith((text) => Promise.resolve(readRule(text)));
  for (const text of texts) treeOf(text);
  await Promise.resolve();
  await Promise.resolve();
}
