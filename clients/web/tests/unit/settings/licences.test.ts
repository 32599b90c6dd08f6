import { flushSync, mount, unmount } from 'svelte';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import LicencesPage from '../../../src/settings/LicencesPage.svelte';

it('shows the version of the program, its licence and those of others, the font among them', () => {
  const page = mount(LicencesPage, { target: document.body });
  flushSync();
  const text = document.body.textContent;
  const version = /project\(comodin VERSION ([\d.]+)/.exec(readFileSync('../../CMakeLists.txt', 'utf8'))?.[1];
  expect(version && text.includes(version)).toBe(true);
  expect(text).toContain('Copyright (c) 2026 The Comodín authors');
  expect(text).toContain('SIL OPEN FONT LICENSE Version 1.1');
  void unmount(page);
});

it('names every package that the page is built from', () => {
  interface Lock {
    packages: Record<string, { dependencies?: Record<string, string> }>;
  }
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  const notices = readFileSync('../../THIRD-PARTY.md', 'utf8');
  for (const name of Object.keys(lock.packages[''].dependencies ?? {})) expect(notices).toContain(name);
});
