// A table as one person asks for it: the usual one, the last one, and what is missing before cards are dealt.
import type { About, EditionInfo, TableRequest } from '../engine/api';
import { canBe } from '../options/values';

// Who sits at the other seats, from seat 2; the terminal's bots have the same names.
export const BOT_NAMES = ['Lola', 'Paco', 'Inés', 'Hugo', 'Nina', 'Beto', 'Alma', 'Luis', 'Vera'];

export const PLAYERS_MIN = 2;
export const PLAYERS_MAX = 10;
export const LAST_KEY = 'comodin.table'; // kept: the last request
export const REQUEST_KEY = 'comodin.wish'; // until the tab is closed: exactly this table, for #/play/wish
const USUAL_RIVALS = 3; // rungs of the ladder from which the usual opponents come

export function defaultRequest(about: About): TableRequest {
  const levels = about.levels.slice(0, USUAL_RIVALS).map(({ name }) => name);
  return { edition: about.editions[0]?.id ?? '', players: 4, levels, options: {}, rules: [], seed: '' };
}

// A newcomer's first table: one quick hand against the easiest bots, without rules that have to be read first.
export function firstRequest(about: About): TableRequest {
  const request = defaultRequest(about);
  const options: Record<string, string> = { format: 'hand' };
  if (about.editions[0]?.customs) options.custom_wilds = '0';
  return { ...request, levels: request.levels.slice(0, 1), options };
}

// The same table to its usual end, with everything that the edition has.
export function longRequest({ options, ...request }: TableRequest): TableRequest {
  const { format: _, custom_wilds: wilds, ...rest } = options;
  return { ...request, options: wilds && wilds !== '0' ? { ...rest, custom_wilds: wilds } : rest };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((one: unknown) => (typeof one === 'string' ? one : '')) : [];

// Does "play now" deal one hand only? Then the first page offers the whole game as well.
export function playsOneHand(text: string | null): boolean {
  try {
    const raw: unknown = JSON.parse(text ?? 'null');
    return !isObject(raw) || (isObject(raw.options) && raw.options.format === 'hand');
  } catch {
    return true;
  }
}

// Stored text may come from another version or be malformed: only what this engine knows is accepted.
export function readRequest(text: string | null, about: About): TableRequest {
  const request = defaultRequest(about);
  let raw: unknown;
  try {
    raw = JSON.parse(text ?? 'null');
  } catch {
    return request;
  }
  if (!isObject(raw)) return request;
  const edition = about.editions.find(({ id }) => id === raw.edition);
  if (edition) request.edition = edition.id;
  if (typeof raw.players === 'number' && raw.players >= PLAYERS_MIN && raw.players <= PLAYERS_MAX)
    request.players = Math.round(raw.players);
  const levels = texts(raw.levels).filter((level) => about.levels.some(({ name }) => name === level));
  if (levels.length) request.levels = levels;
  if (isObject(raw.options))
    for (const option of about.options) {
      const value = raw.options[option.name];
      if (typeof value === 'string' && canBe(option, value)) request.options[option.name] = value;
    }
  request.rules = texts(raw.rules);
  if (typeof raw.seed === 'string' && /^\d{1,20}$/.test(raw.seed)) request.seed = raw.seed;
  return request;
}

// The bots' levels, one for each seat; too few are taken again from the front.
export function levelsOf(request: TableRequest): string[] {
  const known = request.levels.length ? request.levels : [''];
  return Array.from({ length: request.players - 1 }, (_, i) => known[i % known.length] ?? '');
}

// How many custom wilds will be in the deck.
export function customsOf(request: TableRequest, edition: EditionInfo): number {
  if (!edition.customs) return 0;
  const wished = Number(request.options.custom_wilds ?? edition.options.custom_wilds ?? edition.customs);
  return Math.min(edition.customs, Math.max(0, wished));
}

export function newSeed(): string {
  return (crypto.getRandomValues(new BigUint64Array(1))[0] ?? 1n).toString();
}

// Gives whole numbers below a bound, the same for the same seed.
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

// The request completed: with a seed, a level for each bot, and a rule on every custom wild. Wilds left to chance get
// ready rules, no two alike as long as there are enough. The page has to know them all, to say what each card does.
export function completeRequest(request: TableRequest, about: About): TableRequest {
  const edition = about.editions.find(({ id }) => id === request.edition);
  const seed = request.seed || newSeed();
  const next = stream(seed);
  const given = request.rules.map((rule) => rule.trim());
  const unused = about.rules.map(({ name }) => name).filter((name) => !given.includes(name));
  const rules = Array.from({ length: edition ? customsOf(request, edition) : 0 }, (_, i) => {
    if (given[i]) return given[i];
    if (!unused.length) unused.push(...about.rules.map(({ name }) => name));
    return unused.splice(next(unused.length), 1)[0] ?? '';
  });
  const own = edition?.options ?? {};
  const options = Object.fromEntries(
    Object.entries(request.options).filter(([name, value]) => name in own && own[name] !== value),
  );
  return { ...request, seed, rules, levels: levelsOf(request), options };
}
