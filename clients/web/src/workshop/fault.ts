// A fault of a rule text: where it is, and what it says in the reader's language. The engine speaks English; what has
// no translation here stays English.
import type { Fault } from '../engine/api';
import { currentLanguage, say, t } from '../words/words.svelte';

// A backtick is \x60 where it stands alone, so that tools/words.py can find the texts of this file.
// The catalogue has a text for each of these: web.workshop.expected.KEY.
const EXPECTED: [RegExp, string][] = [
  [/^a sentence such as `next draws 2`$/, 'sentence'],
  [/^a sentence$/, 'sentence'],
  [/^`;` before the next sentence$/, 'separator'],
  [/^a sentence that begins with (.+)$/, 'begin'],
  [/^a `picks` before `picked`$/, 'picks'],
  [/^a (?:number) from (\d+) to (\d+)$/, 'number'],
  [/^another verb: only `player plays again`$/, 'again'],
  [/^a word or a text in quotes$/, 'mark'],
  [/^a text in quotes$/, 'quotes'],
  [/^the question in quotes$/, 'question'],
  [/^the choice in quotes$/, 'choice'],
  [/^a mark with something on it$/, 'some_mark'],
  [/^fewer votes and choices inside each other$/, 'nesting'],
  [/^at most (\d+) choices$/, 'choices'],
  [/^`\|` and a second choice$/, 'second'],
  [/^(?:\x60[^\x60]+\x60|[a-z]+(?:, [a-z]+)*) or (?:\x60[^\x60]+\x60|[a-z]+)$/, 'words'],
  [/^\x60([^\x60]+)\x60$/, 'word'],
];

// Those that say no more than what was expected.
const WHOLE: Record<string, string> = {
  'expected a shorter rule': 'shorter_rule',
  'expected a shorter line': 'shorter_line',
  'expected a shorter word': 'shorter_word',
  'expected a closing quote before the end of the line': 'closing_quote',
  'expected \\" or \\\\ after a backslash': 'backslash',
  'expected text, got a control character': 'control',
  'the rules mention more than 255 texts': 'texts',
  'the rules use more than 8 different marks': 'marks',
};

function wanted(text: string): string | null {
  for (const [pattern, key] of EXPECTED) {
    const found = pattern.exec(text);
    if (!found) continue;
    const or = ' ' + t('web.workshop.or') + ' ';
    if (key === 'words') return t('web.workshop.expected.words', plain(text).replace(' or ', or));
    return say('web.workshop.expected.' + key, ...found.slice(1).map((part) => plain(part ?? '')));
  }
  return null;
}

const plain = (text: string): string => text.replaceAll('\x60', '');

function got(text: string): string {
  if (text === 'the end of the line' || text === 'the end of the text') return t('web.workshop.got.end');
  const word = /^(?:the text )?([\x22\x60][^]*[\x22\x60])$/.exec(text)?.[1];
  return word ? t('web.workshop.got.word', plain(word)) : text;
}

// What is wrong, in the language in use; '' if that says nothing the engine does not say.
export function faultText(fault: Fault): string {
  if (currentLanguage() === 'en') return '';
  const whole = WHOLE[fault.what];
  if (whole) return say('web.workshop.fault.' + whole);
  const parts = /^expected ([^]+?), got ((?:the |[\x22\x60])[^]*)$/.exec(fault.what);
  const what = parts && wanted(parts[1] ?? '');
  if (parts && what) return t('web.workshop.fault.expected', what, got(parts[2] ?? ''));
  const mark = /^the mark "([^]*)" is used both with and without `until uno`$/.exec(fault.what)?.[1];
  return mark === undefined ? '' : t('web.workshop.fault.mark_both', mark);
}

// Is there a translation for what the parser expects? For the test that reads the parser.
export const translated = (expected: string): boolean => wanted(expected) !== null;

// Columns count bytes; the page counts characters. From 0, and at most the line's length.
export function characterAt(line: string, column: number): number {
  const bytes = new TextEncoder().encode(line).slice(0, Math.max(0, column - 1));
  return new TextDecoder().decode(bytes).length;
}

// The word that stands at the fault, as a place in the whole text; at least one character wide.
export function faultSpan(text: string, fault: Fault): { from: number; to: number } {
  const lines = text.split('\n');
  const index = Math.min(Math.max(1, fault.line), lines.length) - 1;
  const line = lines[index] ?? '';
  const start = lines.slice(0, index).reduce((sum, one) => sum + one.length + 1, 0);
  const at = characterAt(line, fault.column);
  const word = /^"(?:[^"\\]|\\.)*"?|^[^\s";{}|]+|^./.exec(line.slice(at))?.[0] ?? '';
  return { from: start + at, to: start + at + Math.max(1, word.length) };
}
