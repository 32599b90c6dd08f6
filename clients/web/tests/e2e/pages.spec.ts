// What holds on every page: it can be read by everybody, in both languages, and asks for nothing that it should not.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { PAGES } from './pages';
import { text } from './people';
import { openSolo, playOneMove, standing } from './table';
import { choose, expect, test } from './test';

// Keys of the catalogue that nobody has put into words, and places that nobody has filled.
const RAW = /\b(web|event|option|refusal|question|card|rule|waiting|move|seat)\.[a-z_]+|\{\d\}|undefined|\[object/;

async function serious(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  // What is printed on a card is a picture: the card's name does not come from it.
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

test('an address that leads nowhere says so, in the page and from the server', async ({ page, open, complaints }) => {
  complaints.forgive(/Failed to load resource/); // that is what a 404 is
  await choose(page, { language: 'en' });
  await open('#/nonsense');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('web.app.lost'));
  await page.getByRole('link', { name: text('web.app.lost.home') }).click();
  await expect(page.getByRole('link', { name: text('web.home.now') })).toBeVisible();

  const answer = await page.goto(new URL('/tables/of/yesterday', page.url()).href);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'There is no table here' })).toBeVisible();
  expect(await serious(page)).toEqual([]);
  await page.getByRole('link', { name: /first page/ }).click();
  await expect(page.getByRole('link', { name: text('web.home.now') })).toBeVisible();
});

test('a code that nobody has typed does not stand in its field', async ({ page, open }) => {
  await choose(page, { language: 'en' });
  await open('#/room');
  await expect(page.getByLabel(text('web.room.code'))).toHaveAttribute('autocomplete', 'off');
  expect(await page.getByLabel(text('web.room.code')).getAttribute('placeholder')).toBeNull();
});

test('on paper everything is dark on white, in the dark theme, too', async ({ page, open }) => {
  await choose(page, { language: 'en', theme: 'dark' });
  for (const hash of ['#/learn', '#/learn/classic', '']) {
    await open(hash);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    const light = await page.evaluate(() =>
      [...document.querySelectorAll('h1, h2, h3, p, li')]
        .filter((it) => it.getClientRects().length > 0)
        .map((it) => ({ it, rgb: (getComputedStyle(it).color.match(/[\d.]+/g) ?? []).map(Number) }))
        .filter(({ rgb }) => ((rgb[0] ?? 0) + (rgb[1] ?? 0) + (rgb[2] ?? 0)) / 3 > 150)
        .map(({ it }) => it.outerHTML.slice(0, 90)),
    );
    expect(light, hash).toEqual([]);
    await page.emulateMedia({ media: 'screen' });
  }
});

test('a newcomer plays one quick hand against novices, and the whole game is a press away', async ({ page, open }) => {
  await choose(page, { language: 'en', motion: 'less' });
  await open();
  await expect(page.getByRole('link', { name: text('web.home.long') })).toHaveAttribute('href', '#/play/long');
  await page.getByRole('link', { name: text('web.home.now') }).click();
  await expect(page.getByTestId('board')).toHaveAttribute('data-seats', '4');
  await expect(page.locator('.seat .level')).toHaveText(['Novice', 'Novice', 'Novice']);
  await page.goto(page.url().replace(/#.*/, '#/'));
  await expect(page.getByRole('link', { name: text('web.home.carry_on') })).toBeVisible(); // one press back
  await page.goto(page.url() + 'play');
  await expect(page.getByRole('radio', { name: text('option.format.hand') })).toBeChecked();
  await expect(page.getByRole('switch', { name: text('web.solo.wilds') })).not.toBeChecked();
  await page.getByRole('radio', { name: text('web.solo.length.race', 500), exact: false }).check({ force: true });
  await page.getByRole('switch', { name: text('web.solo.wilds') }).click();
  await expect(page.getByText(text('web.solo.rules.of', 4))).toBeVisible();
});

test('sound and settings are at hand in a game', async ({ page, server }) => {
  await choose(page, { language: 'en', motion: 'less', sound: true });
  await openSolo(page, server.url, { edition: 'powers', seed: '3' });
  const sound = page.getByRole('switch', { name: text('web.settings.sound') });
  await expect(sound).toBeChecked();
  await sound.click();
  await expect(sound).not.toBeChecked();
  await page.getByRole('button', { name: text('web.settings'), exact: true }).click();
  await page.getByRole('radio', { name: text('web.settings.theme_dark') }).check({ force: true });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('board')).toBeVisible();
});

test.describe('with a finger', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
  test('help at a table does not speak of keys', async ({ page, server }) => {
    await choose(page, { language: 'en', motion: 'less' });
    await openSolo(page, server.url, { edition: 'powers', seed: '3' });
    await page.getByRole('button', { name: text('web.board.help'), exact: true }).click();
    await expect(page.getByRole('dialog').getByText(text('web.board.touch.draw'))).toBeVisible();
    await expect(page.locator('kbd')).toHaveCount(0);
  });
});

test('who holds a phone sideways sees at once how to play', async ({ page, open }) => {
  await page.setViewportSize({ width: 640, height: 360 });
  await choose(page, { language: 'es' });
  await open();
  await expect(page.locator('a[href="#/play/now"]')).toBeInViewport({ ratio: 1 });
});
