// What happens to the page after Vite has written it: a service worker that knows all files, compressed copies, and a
// look at how much of it is fetched before the first card can be played.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

const KIB = 1024;
const FIRST_LOAD_MOST = 420 * KIB;
// Pages, looks and texts that a first game does not need, and what comes after its first cards; everything else counts
// as fetched.
const LATER = [
  /\/src\/(room|workshop|replay|learn|settings)\/\w+\.svelte$/,
  /\/src\/(solo\/NewTable|board\/(GameOver|moments\/Moments))\.svelte$/,
  /\/src\/(settings\/tabletops\.ts|cards\/BackDrawing\.svelte|board\/remarks\.ts)$/,
  /\/words\/(en|speech\.\w+)\.json$/,
];

const WASM = '../../build/wasm/bin/comodin.wasm'; // src/engine/engine.ts makes it an asset

export interface File {
  path: string; // in dist
  sent: number; // bytes over the wire
}

// Files that are fetched from the first visit to the first card: scripts by what imports what, with their styles, and
// everything else, except fonts for other alphabets.
export function firstLoad(chunks: readonly Rolldown.OutputChunk[], files: readonly File[]): File[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const needed = new Set<string>();
  const visit = (name: string): void => {
    const chunk = byName.get(name);
    if (!chunk || needed.has(name)) return;
    needed.add(name);
    for (const style of chunk.viteMetadata?.importedCss ?? []) needed.add(style);
    chunk.imports.forEach(visit);
    for (const later of chunk.dynamicImports)
      if (!LATER.some((one) => one.test(byName.get(later)?.facadeModuleId ?? ''))) visit(later);
  };
  chunks.filter((chunk) => chunk.isEntry).forEach((chunk) => visit(chunk.fileName));
  return files.filter(({ path }) => {
    if (path === 'sw.js' || path.startsWith('404.')) return false;
    if (path.endsWith('.png')) return false; // icons are for people who install the page
    if (/\.(woff2?)$/.test(path)) return /latin-[^e]/.test(path);
    return byName.has(path) || path.endsWith('.css') ? needed.has(path) : true;
  });
}

export const total = (files: readonly File[]): number => files.reduce((sum, file) => sum + file.sent, 0);

// Writes X.gz beside X if that is worth it.
export function compress(path: string): number {
  const plain = readFileSync(path);
  const packed = gzipSync(plain, { level: 9 });
  if (packed.length > plain.length * 0.95) return plain.length;
  writeFileSync(path + '.gz', packed);
  return packed.length;
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort();
}

// The worker's version is the hash of everything it keeps.
export function workerText(template: string, folder: string, paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(path).update('\0').update(readFileSync(join(folder, path)));
  const list = paths.map((path) => (path === 'index.html' ? './' : './' + path));
  return template
    .replace("'__VERSION__'", JSON.stringify(hash.digest('hex').slice(0, 16)))
    .replace("['__FILES__']", JSON.stringify(list));
}

const kib = (bytes: number): string => (bytes / KIB).toFixed(1).padStart(7) + ' KiB';

export function finishPage(): Plugin {
  let folder = 'dist';
  return {
    name: 'comodin-page',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    buildStart() {
      if (!existsSync(WASM)) this.error(`no engine at ${WASM}: cmake --preset wasm && ninja -C build/wasm`);
    },
    writeBundle(_options, bundle) {
      const paths = filesOf(folder);
      writeFileSync(join(folder, 'sw.js'), workerText(readFileSync('tools/sw.js', 'utf8'), folder, paths));
      const files = [...paths, 'sw.js'].map((path) => ({ path, sent: compress(join(folder, path)) }));
      const chunks = Object.values(bundle).filter((item) => item.type === 'chunk');
      const first = firstLoad(chunks, files);
      for (const file of [...first].sort((a, b) => b.sent - a.sent)) console.log(kib(file.sent), file.path);
      console.log(`${kib(total(first))} first load, at most ${kib(FIRST_LOAD_MOST).trim()}`);
      console.log(`${kib(total(files))} kept for offline play (${files.length} files)`);
      if (total(first) > FIRST_LOAD_MOST) this.error('the first load is over its budget');
    },
  };
}
