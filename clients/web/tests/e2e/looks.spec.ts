// Tabletops and the backs of cards: chosen by their pictures, kept, and seen wherever a table or a back is.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import en from '../../../../words/look.en.json' with { type: 'json' };
import { BACKS, TABLETOPS } from '../../src/settings/choices';
import { tabletops } from '../../src/settings/tabletops';
import { text } from './people';
import { openSolo } from './table';
import { choose, expect, test } from './test';

// Where the light does not reach, as #rrggbb.
const felt = (page: Page): Promise<string> =>
  page.locator('body').evaluate((body) => {
    const color = getComputedStyle(body).backgroundColor;
    const most = color.startsWith('color(') ? 255 : 1; // color(srgb …) goes from 0 to 1
    const parts = (color.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => Math.round(Number(part) * most));
    return '#' + parts.map((part) => part.toString(16).padStart(2, '0')).join('');
  });
const token = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--table-deep'));
const picture = (page: Page, key: keyof typeof en) => page.getByRole('radio', { name: en[key], exact: true });

test('a tabletop and a back are chosen by keys, and are on the table at the next visit', async ({ page, server }) => {
  await choose(page, { language: 'en', motion: 'less', theme: 'light' });
  await page.goto(server.url + '#/settings');
  await expect(picture(page, 'web.look.tabletop.lagoon')).toBeChecked();
  const usual = await token(page);
  await picture(page, 'web.look.tabletop.lagoon').focus();
  await page.keyboard.press('ArrowRight');
  await expect(picture(page, 'web.look.tabletop.forest')).toBeChecked();
  await expect.poll(() => felt(page)).toBe(tabletops.forest.day.deep);
  await picture(page, 'web.look.back.edition').focus();
  await page.keyboard.press('ArrowRight');
  await expect(picture(page, 'web.look.back.sun')).toBeChecked();

  await page.goto('about:blank');
  await openSolo(page, server.url, { players: 4 });
  await expect(page.getByTestId('draw').locator('use[href="#own-back"]')).toBeVisible();
  expect(await page.locator('.seat use[href="#own-back"]').count()).toBeGreaterThan(3);
  await expect(page.locator('.board [fill^="url(#back-"]')).toHaveCount(0);
  expect(await felt(page)).toBe(tabletops.forest.day.deep);
  await expect(page.locator('meta[name=theme-color]').first()).toHaveAttribute('content', tabletops.forest.day.light);
  await page.emulateMedia({ media: 'print' });
  expect(await token(page), 'on paper').toBe(usual);
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: text('web.settings'), exact: true }).click();
  await page.getByRole('radio', { name: text('web.settings.theme_dark') }).check({ force: true });
  expect(await felt(page)).toBe(tabletops.forest.night.deep);
  // Pressed in the middle of a game, it applies at once.
  await picture(page, 'web.look.tabletop.clay').check({ force: true });
  await picture(page, 'web.look.back.edition').check({ force: true });
  await expect.poll(() => felt(page)).toBe(tabletops.clay.night.deep);
  await expect(page.locator('.board use')).toHaveCount(0);
  // What stands for an edition shows the back of that edition.
  await picture(page, 'web.look.back.cats').check({ force: true });
  await page.goto(server.url);
  await expect(page.locator('.backs [fill="url(#back-powers)"]')).toBeVisible();
});

test('what was chosen is there before anything else is', async ({ page, server }) => {
  await choose(page, { language: 'en', theme: 'dark' });
  await page.goto(server.url + '#/settings');
  await picture(page, 'web.look.tabletop.plum').check({ force: true });
  await expect(page.locator('html')).toHaveClass('tabletop');
  let go = (): void => {};
  const held = new Promise<void>((free) => (go = free));
  await page.route('**/assets/*.js', (route) => held.then(() => route.continue()));
  await page.reload({ waitUntil: 'commit' });
  await expect.poll(() => felt(page)).toBe(tabletops.plum.night.deep);
  expect(await page.locator('#app > *').count()).toBe(0);
  go();
  await expect(picture(page, 'web.look.tabletop.plum')).toBeChecked();
  expect(await felt(page)).toBe(tabletops.plum.night.deep);
});

for (const theme of ['light', 'dark'] as const)
  test(`settings can be used by all, whatever is chosen, ${theme}`, async ({ page, open }) => {
    await choose(page, { language: 'en', theme, motion: 'less' });
    await open('#/settings');
    for (const [i, top] of TABLETOPS.entries()) {
      await picture(page, `web.look.tabletop.${top}`).check({ force: true });
      await picture(page, `web.look.back.${BACKS[i]!}`).check({ force: true });
      await expect(page.locator('html')).toHaveClass(top === 'lagoon' ? '' : 'tabletop');
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${top}: ${id} ${nodes[0]?.html}`)).toEqual([]);
    }
  });
