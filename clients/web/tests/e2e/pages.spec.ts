// What holds on every page: it can be read by everybody, in both languages, and asks for nothing that it should not.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { PAGES } from './pages';
import { openSolo, playOneMove, standing } from './table';
import { choose, expect, test } from './test';

// Keys of the catalogue that nobody has put into words, and places that nobody has filled.
const RAW = /\b(web|event|option|refusal|question|card|rule|waiting|move|seat)\.[a-z_]+|\{\d\}|undefined|\[object/;

async function serious(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  // What is printed on a card is a picture: its name is not made of it.
  const isPicture = (id: string, target: string): boolean =>
    id === 'label-content-name-mismatch' && target.includes('data-card');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => [id, target.join(' ')] as const))
    .filter(([id, target]) => !isPicture(id, target))
    .map((parts) => parts.join(': '));
}

// Things to press that are smaller than a fingertip. Links inside sentences may be.
function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a, select, input, [role=button]')]
      .filter((it) => it.checkVisibility() && !it.closest('p, li, .visually-hidden, [aria-hidden=true], [inert]'))
      .map((it) => {
        const box = (it.closest('label') ?? it).getBoundingClientRect();
        return { it, width: box.width, height: box.height };
      })
      .filter(({ width, height }) => width > 0 && (width < 43.5 || height < 43.5))
      .map(({ it, width, height }) => `${it.outerHTML.slice(0, 90)} ${Math.round(width)}×${Math.round(height)}`),
  );
}

for (const [language, theme] of [['es', 'light'], ['en', 'dark']] as const) {
  for (const hash of PAGES)
    test(`${hash || 'home'} in ${language}, ${theme}`, async ({ page, open }) => {
      await choose(page, { language, theme, motion: 'less' });
      await open(hash);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      expect(await page.locator('body').innerText()).not.toMatch(RAW);
      expect(await page.title()).toContain('Comodín');
      expect(await serious(page)).toEqual([]);
    });

  test(`a table in ${language}, ${theme}`, async ({ page, server }) => {
    await choose(page, { language, theme, motion: 'less', speed: 'fast' });
    await openSolo(page, server.url, { edition: 'powers', seed: '3' });
    for (let moves = 0; moves < 3; ) if (await playOneMove(page)) ++moves;
    await expect.poll(async () => (await standing(page))?.mine, { timeout: 20_000 }).toBe(true);
    expect(await page.locator('body').innerText()).not.toMatch(RAW);
    expect(await serious(page)).toEqual([]);
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
  for (const hash of PAGES)
    test(`${hash || 'home'} fits, and its buttons can be hit`, async ({ page, open }) => {
      await choose(page, { language: 'es' });
      await open(hash);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide, 'scrolls sideways').toBeLessThanOrEqual(0);
      expect(await tooSmall(page)).toEqual([]);
    });
});

test('the page says what it is', async ({ page, open }) => {
  await open();
  for (const name of ['description', 'viewport', 'color-scheme'])
    expect(await page.locator(`meta[name=${name}]`).getAttribute('content')).toBeTruthy();
  const manifest = (await (await page.request.get(new URL('manifest.webmanifest', page.url()).href)).json()) as {
    name: string;
    icons: { src: string }[];
  };
  expect(manifest.name).toContain('Comodín');
  for (const { src } of manifest.icons)
    expect((await page.request.get(new URL(src, page.url()).href)).status(), src).toBe(200);
});
