// A table as one person asks for it: the usual one, the last one, and what is missing before cards are dealt.
import type { About, EditionInfo, Wish } from '../engine/api';

// Who sits at the other seats, from seat 2; the terminal's bots have the same names.
export const BOT_NAMES = ['Lola', 'Paco', 'Inés', 'Hugo', 'Nina', 'Beto', 'Alma', 'Luis', 'Vera'];

export const PLAYERS_MIN = 2;
export const PLAYERS_MAX = 10;
export const LAST_KEY = 'comodin.table'; // kept: the last wish
export const WISH_KEY = 'comodin.wish'; // until the tab is closed: exactly this table, for #/play/wish
const USUAL_RIVALS = 3; // rungs of the ladder from which the usual opponents come

export function defaultWish(about: About): Wish {
  const levels = about.levels.slice(0, USUAL_RIVALS).map(({ name }) => name);
  return { edition: about.editions[0]?.id ?? '', players: 4, levels, options: {}, rules: [], seed: '' };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((one: unknown) => (typeof one === 'string' ? one : '')) : [];

// What is stored may be of another version, or nonsense: only what this engine knows is taken.
export function readWish(text: string | null, about: About): Wish {
  const wish = defaultWish(about);
  let raw: unknown;
  try {
    raw = JSON.parse(text ?? 'null');
  } catch {
    return wish;
  }
  if (!isObject(raw)) return wish;
  const edition = about.editions.find(({ id }) => id === raw.edition);
  if (edition) wish.edition = edition.id;
  if (typeof raw.players === 'number' && raw.players >= PLAYERS_MIN && raw.players <= PLAYERS_MAX)
    wish.players = Math.round(raw.players);
  const levels = texts(raw.levels).filter((level) => about.levels.some(({ name }) => name === level));
  if (levels.length) wish.levels = levels;
  if (isObject(raw.options))
    for (const { name, values, min, max } of about.options) {
      const value = raw.options[name];
      if (typeof value !== 'string') continue;
      const number = Number(value);
      if (values.length ? values.includes(value) : Number.isInteger(number) && number >= min && number <= max)
        wish.options[name] = value;
    }
  wish.rules = texts(raw.rules);
  if (typeof raw.seed === 'string' && /^\d{1,20}$/.test(raw.seed)) wish.seed = raw.seed;
  return wish;
}

// The bots' levels, one for each seat; too few are taken again from the front.
export function levelsOf(wish: Wish): string[] {
  const known = wish.levels.length ? wish.levels : [''];
  return Array.from({ length: wish.players - 1 }, (_, i) => known[i % known.length] ?? '');
}

// How many custom wilds will be in the deck.
export function customsOf(wish: Wish, edition: EditionInfo): number {
  if (!edition.customs) return 0;
  const wished = Number(wish.options.custom_wilds ?? edition.options.custom_wilds ?? edition.customs);
  return Math.min(edition.customs, Math.max(0, wished));
}

export function newSeed(): string {
  return (crypto.getRandomValues(new BigUint64Array(1))[0] ?? 1n).toString();
}

// Whole numbers below a bound, the same for the same seed.
function stream(seed: string): (below: number) => number {
  let state = BigInt.asUintN(64, BigInt(seed));
  return (below) => {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let z = state;
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return Number((z ^ (z >> 31n)) % BigInt(below));
  };
}

// With a seed, a level for each bot, and a rule on every custom wild: those left to chance get ready rules, no two
// alike as long as there are enough. The page has to know them all, to say what each card does.
export function completeWish(wish: Wish, about: About): Wish {
  const edition = about.editions.find(({ id }) => id === wish.edition);
  const seed = wish.seed || newSeed();
  const next = stream(seed);
  const given = wish.rules.map((rule) => rule.trim());
  const unused = about.rules.map(({ name }) => name).filter((name) => !given.includes(name));
  const rules = Array.from({ length: edition ? customsOf(wish, edition) : 0 }, (_, i) => {
    if (given[i]) return given[i];
    if (!unused.length) unused.push(...about.rules.map(({ name }) => name));
    return unused.splice(next(unused.length), 1)[0] ?? '';
  });
  const own = edition?.options ?? {};
  const options = Object.fromEntries(
    Object.entries(wish.options).filter(([name, value]) => name in own && own[name] !== value),
  );
  return { ...wish, seed, rules, levels: levelsOf(wish), options };
}
