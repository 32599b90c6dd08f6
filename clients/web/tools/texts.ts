// The page's share of the catalogue: families of texts (what comes before the first dot) that no source of the page
// names belong to the terminal, and are left out of the build; so are the faults that no player can meet.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

export type Texts = Record<string, string>;

// Faults of texts that reach only programs: bots' views, edition files, logs and frames.
const PROGRAMS = /^fault\.(view|protocol|course|log|command|field|json|edition\.(?!unknown|option_lacks))/;

const family = (key: string): string => key.slice(0, key.indexOf('.') + 1);

// Including keys that are put together: `event.${kind}`.
export function familiesOf(source: string): Set<string> {
  const strings = source.matchAll(/['"`]([a-z_]+\.)[a-z_0-9.]*(?=['"`]|\$\{)/g);
  return new Set([...strings].map((found) => found[1] ?? ''));
}

export function textsFor(families: ReadonlySet<string>, texts: Texts): Texts {
  const kept = (key: string): boolean => (!family(key) || families.has(family(key))) && !PROGRAMS.test(key);
  return Object.fromEntries(Object.entries(texts).filter(([key]) => kept(key)));
}

export function sourcesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|svelte)$/.test(path) && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(folder, path), 'utf8'));
}

export function dropTerminalTexts(): Plugin {
  let families = new Set<string>();
  return {
    name: 'comodin-texts',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      families = new Set(sourcesUnder('src').flatMap((source) => [...familiesOf(source)]));
    },
    transform(code, id) {
      if (!/\/words\/(es|en)\.json$/.test(id)) return null;
      const all = JSON.parse(code) as Texts;
      const dropped = new Set(Object.keys(all).map(family).filter((one) => one && !families.has(one)));
      console.log(`texts left to the terminal: ${[...dropped].join(' ')}`);
      return { code: JSON.stringify(textsFor(families, all)), map: null };
    },
  };
}
