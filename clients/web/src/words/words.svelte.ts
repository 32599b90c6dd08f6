// The texts that players read: words/es.json and en.json, the one catalogue of all clients. Only the language
// in use is loaded. A key that is missing does not compile; tools/words.py checks the rest.
import type es from '../../../../words/es.json';

export type Language = 'es' | 'en';
export type Key = keyof typeof es;
type Catalogue = Record<string, string>;

const load: Record<Language, () => Promise<{ default: Catalogue }>> = {
  es: () => import('../../../../words/es.json'),
  en: () => import('../../../../words/en.json'),
};

// Parts that a page brings along when it is opened (addWords), so that nobody else waits for them.
export type Part = Record<Language, () => Promise<{ default: Catalogue }>>;
const parts: Part[] = [load];

let language = $state<Language>('es');
let catalogue = $state.raw<Catalogue>({});

// The language that was chosen, or else the browser's; Spanish if that is neither.
export function languageOf(chosen: string, browser: readonly string[]): Language {
  for (const wish of [chosen, ...browser]) {
    const code = wish.slice(0, 2).toLowerCase();
    if (code === 'es' || code === 'en') return code;
  }
  return 'es';
}

export async function setLanguage(chosen: string): Promise<void> {
  const wanted = languageOf(chosen, navigator.languages);
  catalogue = await texts(wanted);
  language = wanted;
  document.documentElement.lang = wanted;
}

async function texts(wanted: Language): Promise<Catalogue> {
  const loaded = await Promise.all(parts.map((part) => part[wanted]()));
  return Object.assign({}, ...loaded.map((part) => part.default)) as Catalogue;
}

export async function addWords(part: Part): Promise<void> {
  if (!parts.includes(part)) parts.push(part);
  catalogue = await texts(language);
}

export const currentLanguage = (): Language => language;
export const has = (key: string): boolean => key in catalogue;

// The text with its places filled in. For keys that are put together at run time; t() is for keys written in the code.
export function say(key: string, ...places: (string | number)[]): string {
  const text = catalogue[key] ?? key;
  return text.replace(/\{(\d)\}/g, (whole, index: string) => String(places[Number(index)] ?? whole));
}

export const t = (key: Key, ...places: (string | number)[]): string => say(key, ...places);

// KEY.one or KEY.other by the number, which is also place {0}.
type Plural = Key extends infer K ? (K extends `${infer Base}.other` ? Base : never) : never;
export const tn = (key: Plural, count: number, ...places: (string | number)[]): string =>
  say(`${key}.${new Intl.PluralRules(language).select(count) === 'one' ? 'one' : 'other'}`, count, ...places);
