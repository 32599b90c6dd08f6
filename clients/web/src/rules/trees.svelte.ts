// The trees of rule texts, as the engine in this page reads them: each text is asked about once. Ready rules come with
// what the engine says about itself; any other text is known a moment after it is first asked for, and whatever draws
// it is then drawn again.
import { SvelteMap } from 'svelte/reactivity';
import type { About, Fault, RuleReading, Sentence } from '../engine/api';

type Reader = (text: string) => Promise<RuleReading | Fault>;

const trees = new SvelteMap<string, Sentence[] | null>(); // null: not a rule
const asked = new Set<string>();
let read: Reader | null = null;

export function readRulesWith(reader: Reader): void {
  read = reader;
}

export function knowReadyRules(rules: About['rules']): void {
  for (const { name, text, tree } of rules) trees.set(name, tree).set(text, tree);
}

async function ask(text: string, reader: Reader): Promise<void> {
  try {
    const reading = await reader(text);
    trees.set(text, reading.type === 'rule' ? reading.tree : null);
  } catch {
    asked.delete(text); // the engine could not be loaded: the next request tries again
  }
}

// Null: it is not a rule, or it is not known yet.
export function treeOf(text: string): Sentence[] | null {
  const known = trees.get(text);
  if (known === undefined && read && text && !asked.has(text)) {
    asked.add(text);
    void ask(text, read);
  }
  return known ?? null;
}
