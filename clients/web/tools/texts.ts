// The page's share of the catalogue: what only the terminal says is left out of the build.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

// Keys that begin so. The build fails if the page's sources name one of them.
export const terminalOnly = ['about.', 'button.', 'files.', 'help.', 'key.', 'lines.', 'menu.', 'screen.'];

export const isTerminalOnly = (key: string): boolean => terminalOnly.some((prefix) => key.startsWith(prefix));

// What a source asks for: keys as they are written, and the beginnings of those that are put together.
export function asked(source: string, keys: ReadonlySet<string>): string[] {
  const strings = [...source.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`$]*)/g)];
  return strings
    .map((found) => found[1] ?? found[2] ?? found[3] ?? '')
    .filter((text) => keys.has(text) || (text.endsWith('.') && [...keys].some((key) => key.startsWith(text))));
}

export function sourcesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|svelte)$/.test(path) && !path.endsWith('.test.ts'))
    .map((path) => join(folder, path));
}

export function dropTerminalTexts(): Plugin {
  return {
    name: 'comodin-texts',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      const keys = new Set(Object.keys(JSON.parse(readFileSync('../words/es.json', 'utf8')) as object));
      for (const path of sourcesUnder('src'))
        for (const text of asked(readFileSync(path, 'utf8'), keys))
          if (isTerminalOnly(text)) this.error(`${path} asks for ${text}, which tools/texts.ts leaves to the terminal`);
    },
    transform(code, id) {
      if (!/\/words\/(es|en)\.json$/.test(id)) return null;
      const all = Object.entries(JSON.parse(code) as Record<string, string>);
      return { code: JSON.stringify(Object.fromEntries(all.filter(([key]) => !isTerminalOnly(key)))), map: null };
    },
  };
}
