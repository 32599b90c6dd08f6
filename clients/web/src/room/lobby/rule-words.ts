// A rule on a custom wild, in words: a ready one with its name, a written one as what it does.
import { explainRule } from '../../rules/explain';
import { has, say } from '../../words/words.svelte';
import type { CustomRule } from '../connection/protocol';

export interface RuleWords {
  name: string; // '' if it was written by hand
  text: string; // in the reader's language, as far as there are words for it
}

export function ruleWords(rule: CustomRule): RuleWords {
  const text = rule.text.trim();
  const key = `rule.${text}`;
  return { name: has(`${key}.about`) ? say(key) : '', text: explainRule(text) };
}
