import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compress, firstLoad, total, workerText, type File } from '../../../tools/page';

type Chunk = Parameters<typeof firstLoad>[0][number];
const chunk = (name: string, imports: string[], dynamicImports: string[] = [], from = ''): Chunk =>
  ({
    fileName: name, imports, dynamicImports, facadeModuleId: from, isEntry: name === 'main.js',
    viteMetadata: { importedCss: new Set([name.replace('.js', '.css')]) },
  }) as unknown as Chunk;
const files = (...paths: string[]): File[] => paths.map((path) => ({ path, sent: 10 }));

test('the first load is what the first game needs', () => {
  const chunks = [
    chunk('main.js', ['svelte.js'], ['solo.js', 'room.js', 'es.js', 'en.js']),
    chunk('svelte.js', []),
    chunk('solo.js', ['board.js'], [], '/x/src/solo/SoloPage.svelte'),
    chunk('board.js', []),
    chunk('room.js', ['chat.js'], [], '/x/src/room/RoomPage.svelte'),
    chunk('chat.js', []),
    chunk('es.js', [], [], '/x/words/es.json'),
    chunk('en.js', [], [], '/x/words/en.json'),
  ];
  const all = files(
    ...chunks.map((one) => one.fileName), 'board.css', 'room.css', 'index.html', 'engine.wasm', 'worker.js', 'sw.js',
    'icon.png', 'fredoka-latin-wght-normal.woff2', 'fredoka-latin-ext-wght-normal.woff2',
  );
  const first = firstLoad(chunks, all);
  expect(first.map((file) => file.path)).toEqual([
    'main.js', 'svelte.js', 'solo.js', 'board.js', 'es.js', 'board.css', 'index.html', 'engine.wasm', 'worker.js',
    'fredoka-latin-wght-normal.woff2',
  ]);
  expect(total(first)).toBe(100);
});

test('files are packed if that makes them smaller, and unpack to themselves', () => {
  const folder = mkdtempSync(join(tmpdir(), 'comodin-page-'));
  const text = join(folder, 'a.js');
  writeFileSync(text, 'word '.repeat(1000));
  expect(compress(text)).toBeLessThan(100);
  expect(gunzipSync(readFileSync(text + '.gz')).toString()).toBe('word '.repeat(1000));
  const tight = join(folder, 'b.png');
  writeFileSync(tight, randomBytes(500));
  expect(compress(tight)).toBe(500);
  expect(() => readFileSync(tight + '.gz')).toThrow();
});

test('the worker knows all files, and its version changes with any of them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'comodin-page-'));
  const template = "const VERSION = '__VERSION__';\nconst FILES = ['__FILES__'];";
  writeFileSync(join(folder, 'index.html'), 'one');
  const before = workerText(template, folder, ['index.html']);
  expect(before).toContain('const FILES = ["./"];');
  writeFileSync(join(folder, 'index.html'), 'two');
  const after = workerText(template, folder, ['index.html']);
  expect(after).not.toBe(before);
  expect(after).toMatch(/VERSION = "[0-9a-f]{16}"/);
});
