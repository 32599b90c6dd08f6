import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { finishPage, wasmPath } from './tools/page.ts';
import { dropTerminalTexts } from './tools/texts.ts';

export default defineConfig({
  plugins: [svelte(), dropTerminalTexts(), finishPage()],
  base: './',
  build: { target: 'es2022', assetsInlineLimit: 0, cssCodeSplit: false, modulePreload: { polyfill: false } },
  worker: { format: 'es' },
  // The engine, as a file with a hash in its name: import url from '@wasm?url'.
  resolve: { alias: { '@wasm': wasmPath() }, ...(process.env.VITEST ? { conditions: ['browser'] } : {}) },
  server: {
    fs: { allow: ['../..'] }, // comodin.wasm lies in build/wasm/bin
    proxy: { '/ws': { target: 'ws://127.0.0.1:8080', ws: true }, '/api': 'http://127.0.0.1:8080' },
  },
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts', 'tests/unit/**/*.test.ts'] },
});
