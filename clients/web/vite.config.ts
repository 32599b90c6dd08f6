import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { finishPage } from './tools/page.ts';
import { dropTerminalTexts } from './tools/texts.ts';

export default defineConfig({
  plugins: [svelte(), dropTerminalTexts(), finishPage()],
  base: './',
  build: { target: 'es2022', assetsInlineLimit: 0, cssCodeSplit: false, modulePreload: { polyfill: false } },
  worker: { format: 'es' },
  server: {
    fs: { allow: ['../..'] }, // comodin.wasm lies in build/wasm/bin
    proxy: { '/ws': { target: 'ws://127.0.0.1:8080', ws: true }, '/api': 'http://127.0.0.1:8080' },
  },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts', 'tests/unit/**/*.test.ts'] },
});
