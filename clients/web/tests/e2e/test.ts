// What every test in a browser has: a server for each worker, and a page on which nothing goes wrong unnoticed.
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import { startServer, type Server } from './server';

export { expect } from '@playwright/test';

// What the browser complained about. A test that cuts the network ignores the complaints that this causes.
export class Complaints {
  readonly all: string[] = [];
  #forgiven = [/^Service Worker registration blocked by Playwright/];

  forgive(...patterns: RegExp[]): void {
    this.#forgiven.push(...patterns);
  }
  watch(context: BrowserContext): void {
    context.on('weberror', (wrong) => this.all.push(String(wrong.error())));
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.all.push(message.text());
    });
  }
  left(): string[] {
    return this.all.filter((text) => !this.#forgiven.some((pattern) => pattern.test(text)));
  }
}

export interface Person {
  language?: 'es' | 'en';
  theme?: 'light' | 'dark';
  motion?: 'auto' | 'less';
  speed?: 'fast' | 'normal' | 'slow';
  sound?: boolean;
  name?: string;
}

// Settings as the page keeps them, before it is opened.
export async function choose(target: Page | BrowserContext, person: Person): Promise<void> {
  await target.addInitScript((chosen) => {
    if (!location.protocol.startsWith('http')) return;
    localStorage['comodin.settings'] ??= JSON.stringify(chosen);
  }, { sound: false, ...person });
}

interface PerTest {
  complaints: Complaints;
  open: (hash?: string) => Promise<void>; // "#/play"; home if not given
}

export const test = base.extend<PerTest, { server: Server }>({
  server: [
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  complaints: [
    async ({ context }, use) => {
      const complaints = new Complaints();
      complaints.watch(context);
      await use(complaints);
      expect(complaints.left(), 'complaints of the browser').toEqual([]);
    },
    { auto: true },
  ],
  open: async ({ page, server }, use) => {
    await use(async (hash = '') => {
      await page.goto(server.url + hash);
      await expect(page.locator('#app')).not.toBeEmpty();
    });
  },
});
