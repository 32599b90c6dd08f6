import { defineConfig } from '@playwright/test';
import { chromium } from '../playwright.config.ts';

export default defineConfig({
  testDir: '.',
  testMatch: 'shots.ts',
  outputDir: '../../../build/e2e-shots',
  workers: 2,
  fullyParallel: true,
  timeout: 90_000,
  reporter: [['list'], ['./count.mjs']],
  use: { launchOptions: chromium },
});
