// The player's own rules, kept in this browser, and how they get out of it and back: a text file, and a link.
import { lasting } from '../ui/store.svelte';

export interface KeptRule {
  name: string;
  text: string; // canonical
}

const KEY = 'comodin.rules';
export const RULES_MAX = 100;
export const NAME_MAX = 60;
export const BYTES_MAX = 2000; // of one rule (docs/RULE-LANGUAGE.md)

export const fits = (text: string): boolean => new TextEncoder().encode(text).length <= BYTES_MAX;
export const tidyName = (name: string): string => name.replace(/\s+/g, ' ').trim().slice(0, NAME_MAX);

// What is stored may come from another version, or be nonsense.
export function readShelf(stored: string | null): KeptRule[] {
  try {
    const found: unknown = JSON.parse(stored ?? '[]');
    if (!Array.isArray(found)) return [];
    return found.flatMap((one: unknown) => {
      const { name, text } = (one ?? {}) as Partial<Record<'name' | 'text', unknown>>;
      const sound = typeof name === 'string' && typeof text === 'string' && text !== '' && fits(text);
      return sound ? [{ name: tidyName(name), text }] : [];
    }).slice(0, RULES_MAX);
  } catch {
    return [];
  }
}

export const loadShelf = (): KeptRule[] => readShelf(lasting.get(KEY));

// false: the browser keeps nothing.
export const saveShelf = (rules: readonly KeptRule[]): boolean => lasting.set(KEY, JSON.stringify(rules));

// One rule on the shelf for each text: keeping it again gives it the new name.
export function keep(rules: readonly KeptRule[], rule: KeptRule): KeptRule[] {
  const name = tidyName(rule.name);
  const at = rules.findIndex((one) => one.text === rule.text);
  if (at >= 0) return rules.toSpliced(at, 1, { name, text: rule.text });
  return rules.length < RULES_MAX ? [...rules, { name, text: rule.text }] : [...rules];
}

// "# name", then the rule, then an empty line: each rule is a .rule file by itself.
export const exportRules = (rules: readonly KeptRule[]): string =>
  rules.map(({ name, text }) => `# ${name}\n${text}\n`).join('\n');

// Rules of a text: separated by empty lines; the first comment is the name. The engine decides whether they are rules.
export function importRules(file: string): KeptRule[] {
  const out: KeptRule[] = [];
  for (const part of file.replaceAll('\r', '').split(/\n\s*\n/)) {
    const lines = part.split('\n');
    const name = lines.find((line) => line.startsWith('#'))?.replace(/^#\s*/, '') ?? '';
    const text = lines.filter((line) => !line.startsWith('#')).join('\n').trim();
    if (text && fits(text)) out.push({ name: tidyName(name), text });
    if (out.length === RULES_MAX) break;
  }
  return out;
}

// The rule of a link, not checked yet; '' if there is none or it is too long to be one.
export function linkedRule(rest: readonly string[]): string {
  const text = rest[0] ?? '';
  return fits(text) ? text : '';
}
