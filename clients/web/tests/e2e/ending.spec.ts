// The end of a hand and of a game: hands on the table, cards counted, the winner in sight.
import type { Page } from '@playwright/test';
import { openSolo, playOut, quickTime, words } from './table';
import { choose, expect, test } from './test';

const SIZES = [[360, 640], [640, 360], [768, 1024], [1440, 900]] as const;

// What lies on the table, by seat, and what the sheet says of it.
const rows = (page: Page): Promise<{ cards: string[]; points: string }[]> =>
  page.locator('[data-testid=hand-over] tbody tr').evaluateAll((found) =>
    found.map((row) => ({
      cards: row.querySelector<HTMLElement>('[data-cards]')?.dataset.cards?.split(' ') ?? [],
      points: row.querySelector('.gain')?.textContent ?? '',
    })),
  );
const worth = (card: string): number =>
  card.startsWith('Wc') ? 40 : card.startsWith('W') ? 50 : /\d$/.test(card) && card.length === 2 ? Number(card[1]) : 20;

test('all hands are shown at the end, and counted to what the winner gets', async ({ page, server }) => {
  await choose(page, { language: 'en' });
  await quickTime(page);
  await openSolo(page, server.url, { edition: 'creeper', players: 4, levels: ['aprendiz', 'aprendiz', 'aprendiz'] });
  await playOut(page);
  const sheet = page.getByTestId('hand-over');
  await expect(sheet).toBeVisible();
  await expect(sheet).not.toHaveAttribute('data-counting');
  const [winner, ...others] = await rows(page);
  expect(winner?.cards).toEqual([]);
  for (const one of others) expect(one.cards.length).toBeGreaterThan(0);
  const left = others.flatMap((one) => one.cards).reduce((sum, card) => sum + worth(card), 0);
  expect(winner?.points).toBe(`+${left}`);
});

for (const [width, height] of SIZES)
  test(`the end of a game has its winner in sight at ${width}×${height}`, async ({ page, server }, info) => {
    await page.setViewportSize({ width, height });
    await choose(page, { language: 'es', theme: width === 768 ? 'dark' : 'light' });
    await quickTime(page);
    await openSolo(page, server.url, { edition: 'hyperdrive', options: { cards: '3' } });
    await playOut(page);
    await expect(page.getByTestId('hand-over')).toBeVisible();
    await page.screenshot({ path: info.outputPath('hand.png') });
    const champion = page.getByTestId('champion');
    await expect(champion).toBeInViewport({ ratio: 1 });
    await expect(champion.locator('.face[data-mood=glad]')).toBeInViewport({ ratio: 1 });
    const open = await champion.locator('.name').evaluate((name) => {
      const { left, top, width, height } = name.getBoundingClientRect();
      const lies = (x: number): Element | null => document.elementFromPoint(left + width * x, top + height / 2);
      return [0.2, 0.5, 0.8].every((x) => lies(x) === name);
    });
    expect(open, 'nothing lies on the name').toBe(true);
    const again = page.getByRole('button', { name: words.es['web.solo.rematch'], exact: true });
    await expect(again.last()).toBeFocused();
    await page.waitForTimeout(900); // paper in the air
    await page.screenshot({ path: info.outputPath('game.png') });
    await expect(page.locator('dialog[open] td').filter({ hasText: /^0$/ })).toHaveCount(1); // the winner's cards
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('hand-over').getByRole('button', { name: words.es['web.over.show'] }))
      .toBeInViewport({ ratio: 0.9 });
  });
