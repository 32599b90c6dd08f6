// What could stand at the cursor of a rule text: by the same table of sentences that blocks are made from.
import { COLOR, COUNT, KINDS, ONE, SHAPES, SORT, TO, WHO, isOne } from '../rules/blocks';

export interface Suggestions {
  words: string[];
  typed: string; // the beginning of a word before the cursor, which a suggestion replaces
}

const NUMBERS = ['1', '2', '3', '4', '5', '7'];
const OPTIONAL = new Set(['COUNT', 'UNTIL']);

function wordsFor(word: string, who: string): string[] {
  const s = isOne(who) ? 's' : '';
  switch (word) {
    case 'WHO': return [...WHO];
    case 'ONE':
    case 'WITH': return [...ONE];
    case 'TO': return [...TO];
    case 'N': return NUMBERS;
    case 'COLOR': return [...COLOR];
    case 'SORT': return [...SORT];
    case 'COUNT': return [...COUNT];
    case 'MARK':
    case 'TEXT': return ['"…"'];
    case 'UNTIL': return ['until uno'];
    case 'YESNO': return ['{ yes: skip | no: skip }'];
    case 'CHOICES': return ['{ "a": skip | "b": reverse }'];
    case 'be~': return [isOne(who) ? 'is' : 'are'];
    default: return [word.endsWith('~') ? word.slice(0, -1) + s : word];
  }
}

function fits(word: string, token: string): boolean {
  switch (word) {
    case 'N': return /^\d+$/.test(token);
    case 'MARK': return true;
    case 'TEXT': return token.startsWith('"');
    case 'be~': return token === 'is' || token === 'are';
    case 'YESNO':
    case 'CHOICES': return false;
    default: return word.endsWith('~')
      ? token === word.slice(0, -1) || token === word.slice(0, -1) + 's'
      : word === 'UNTIL' ? token === 'until' : wordsFor(word, 'player').includes(token);
  }
}

// The words that may follow these in a sentence of this pattern; null: it is not such a sentence.
function follow(pattern: string[], tokens: string[], who: string): string[] | null {
  const [word, ...rest] = pattern;
  const [token, ...more] = tokens;
  if (token === undefined) {
    if (word === undefined) return [';'];
    const here = wordsFor(word, who);
    return OPTIONAL.has(word) ? [...here, ...(follow(rest, [], who) ?? [])] : here;
  }
  if (word === undefined) return null;
  if (word === 'UNTIL' && token === 'until') return more.length ? (more[0] === 'uno' ? [';'] : null) : ['uno'];
  if (fits(word, token)) return follow(rest, more, who);
  return OPTIONAL.has(word) ? follow(rest, tokens, who) : null;
}

export function suggest(before: string): Suggestions {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const bare = line.replace(/"(?:[^"\\]|\\.)*"/g, (text) => '"' + '_'.repeat(text.length - 2) + '"');
  if ((bare.match(/"/g)?.length ?? 0) % 2 === 1 || bare.includes('#')) return { words: [], typed: '' };
  const sentence = /[^;{}|:]*$/.exec(bare)?.[0] ?? '';
  const cut = bare.at(-sentence.length - 1) ?? '';
  const tokens = sentence.trim().split(/\s+/).filter(Boolean);
  const typed = /\s$/.test(sentence) ? '' : (tokens.pop() ?? '');
  const words = new Set<string>();
  if (cut === '{' || cut === '|') words.add(cut === '{' ? 'yes:' : 'no:').add('"…":');
  else if (cut === '}') words.add(';');
  else
    for (const kind of KINDS)
      for (const word of follow(SHAPES[kind].pattern.split(' '), tokens, tokens[0] ?? '') ?? []) words.add(word);
  const fitting = [...words].filter((word) => word.startsWith(typed) && word !== typed);
  if (fitting.length || !typed) return { words: fitting, typed };
  // The word is complete: what can follow it.
  return suggest(before + ' ').words.length ? { words: suggest(before + ' ').words, typed: '' } : { words: [], typed };
}
