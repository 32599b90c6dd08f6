// A rule on a custom wild, in words: a ready one by its name, a written one by itself.
import { has, say } from '../words/words.svelte';
import type { CustomRule } from './protocol';

export interface RuleWords {
  name: string; // '' if it was written by hand
  text: string; // in the reader's language, as far as there are words for it
  means: string; // in the rule language; '' if that would only repeat the text
}

export function ruleWords(rule: CustomRule): RuleWords {
  const text = rule.text.trim();
  const key = `rule.${text}`;
  if (has(`${key}.about`)) return { name: say(key), text: say(`${key}.about`), means: rule.means };
  return { name: '', text, means: rule.means === text ? '' : rule.means };
}
