// Rules for tests: those of the documentation, and random ones.
import { COLOR, COUNT, KINDS, NESTING_MAX, ONE, SHAPES, SORT, TO, UNTIL, WHO, isQuestion, newBlock, placesOf,
  type Block, type Kind } from '../../../src/rules/blocks';

// Steps that no player can write: the engine's own, and those of an edition's cards.
export const NATIVE_ONLY_OPS = [
  'End', 'Jump', 'NameColor', 'TakePower', 'HitLast', 'DealerStarts', 'Hyperspeed', 'ThrowRound',
];

// The examples that stand in the tables of docs/RULE-LANGUAGE.md, faulty ones left out, and its three worked rules.
export function ruleExamples(page: string): string[] {
  const out: string[] = [];
  const sound = page.slice(0, page.indexOf('## When it is not understood'));
  for (const line of sound.split('\n').filter((one) => one.startsWith('| '))) {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
    const ready = /^`[a-z-]+`$/.test(cells[1] ?? '') ? cells[2] : undefined;
    const code = /^`([^`]*)`$/.exec(ready ?? cells[2] ?? '')?.[1];
    if (code) out.push(code.startsWith('picked') ? 'player picks; ' + code : code); // an example of a part
  }
  for (const [, body] of sound.matchAll(/\n\n((?: {4}[^\n]+\n)+)/g)) {
    const text = (body ?? '').replaceAll(/\n? {4}/g, ' ').trim();
    if (/^(player|next|others|reverse)\b/.test(text)) out.push(text);
  }
  return out;
}

// A small generator of our own, so that a seed means the same rule everywhere.
function dice(seed: number): (sides: number) => number {
  let state = (seed * 2654435761) >>> 0 || 1;
  return (sides) => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % sides;
  };
}

const TEXTS = ['statue', 'no-elbows', 'one hand', '¿Te reíste?', 'a "quoted" \\ thing', 'x', 'until', '# ; { | }'];

export function randomRule(seed: number): Block[] {
  const roll = dice(seed);
  const among = <T>(all: readonly T[]): T => all[roll(all.length)] as T;
  let left = 20;
  const list = (depth: number, least: number, picked: boolean): Block[] => {
    const out: Block[] = [];
    let known = picked;
    for (let count = least + roll(3); count > 0 && left > 0; --count, --left) {
      const kind = among(KINDS.filter((k) => depth < NESTING_MAX || !isQuestion(k)));
      out.push(fill(kind, depth, known));
      known ||= kind === 'pick';
    }
    return out;
  };
  const fill = (kind: Kind, depth: number, picked: boolean): Block => {
    const may = <T extends string>(all: readonly T[]): readonly T[] =>
      picked ? all : all.filter((who) => who !== 'picked');
    const one = !SHAPES[kind].pattern.startsWith('WHO');
    const labels = kind === 'vote' ? ['yes', 'no']
      : kind === 'choose' ? Array.from({ length: 2 + roll(3) }, (_, i) => `${among(TEXTS)} ${i}`) : [];
    return {
      ...newBlock(kind, { text: among(TEXTS), choices: ['a', 'b'] }),
      who: among(may(one ? ONE : WHO)), to: among(may(placesOf(kind).includes('WITH') ? ONE : TO)), n: 1 + roll(20),
      color: among(COLOR), sort: among(SORT), count: among(COUNT), until: among(UNTIL),
      branches: labels.map((label) => ({ label, blocks: list(depth + 1, 0, picked) })),
    };
  };
  return list(0, 1, false);
}
