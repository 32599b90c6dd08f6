import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

// Debian's Chromium, or the one that CHROMIUM names. The one that never had windows takes a third less of the
// processors. It must not request anything but the page.
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));
export const chromium = {
  executablePath: process.env.CHROMIUM ?? installed,
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
  // Compilers run beside it, and some tests watch what lasts a second. What needed a second try is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 120_000, // the compilers may run beside it
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: [['list'], ['./tools/count.mjs']],
  // Timed tests run after all the others, and alone.
  projects: [
    { name: 'page', testIgnore: /timed/ },
    { name: 'timed', testMatch: /timed/, fullyParallel: false, dependencies: ['page'] },
  ],
  use: {
    launchOptions: chromium,
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block', // it fetches everything, for each test anew; those that need it allow it
    screenshot: 'only-on-failure',
    trace: process.env.TRACE ? 'retain-on-failure' : 'off', // it takes half as much time again
  },
});
