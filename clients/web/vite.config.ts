import { readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { finishPage } from './tools/page.ts';
import { dropTerminalTexts } from './tools/texts.ts';

// One version for program and page.
const version = /project\(comodin VERSION ([\d.]+)/.exec(readFileSync('../../CMakeLists.txt', 'utf8'))?.[1];

export default defineConfig({
  define: { __VERSION__: JSON.stringify(version) },
  plugins: [svelte(), dropTerminalTexts(), finishPage()],
  base: './',
  build: {
    target: 'es2022', assetsInlineLimit: 0, cssCodeSplit: true, modulePreload: { polyfill: false },
    // Each file costs half a KiB of headers: what most pages need is one.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{
            name: 'base', minShareCount: 3,
            test: /\/(src\/(ui|words|settings|table|engine|app|faces|cards)|svelte)\//,
          }],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: {
    fs: { allow: ['../..'] }, // comodin.wasm lies in build/wasm/bin
    proxy: {
      '^/(ws|node/.*)$': { target: 'ws://127.0.0.1:8080', ws: true }, '/api': 'http://127.0.0.1:8080',
    },
  },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: {
    environment: 'happy-dom', include: ['tests/unit/**/*.test.ts'],
    // A window for each file would take three times as long. Files put back what they replace.
    pool: 'threads', isolate: false, restoreMocks: true, unstubGlobals: true,
  },
});
