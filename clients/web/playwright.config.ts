import { defineConfig } from '@playwright/test';

// Debian's Chromium, or the one that CHROMIUM names. Nothing of it may ask for anything but the page.
export const chromium = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync',
  ],
};

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: '../../build/e2e',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  timeout: 60_000,
  forbidOnly: true,
  reporter: [['list'], ['./tools/count.mjs']],
  // What is timed runs after all the rest, and alone.
  projects: [
    { name: 'page', testIgnore: /timed/ },
    { name: 'timed', testMatch: /timed/, fullyParallel: false, dependencies: ['page'] },
  ],
  use: {
    launchOptions: chromium,
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    trace: process.env.TRACE ? 'retain-on-failure' : 'off', // it costs half as much time again
  },
});
