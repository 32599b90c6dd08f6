// Whole games against bots, in the page alone.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { PROGRAM } from './server';
import { openSolo, playToTheEnd, quickTime, words } from './table';
import { choose, expect, test } from './test';

for (const edition of ['classic', 'streams', 'creeper', 'hyperdrive', 'powers'])
  test(`a whole game of ${edition}, and its record is in order`, async ({ page, server }) => {
    test.setTimeout(200_000);
    await choose(page, { language: 'en', motion: 'less' });
    await quickTime(page);
    await openSolo(page, server.url, { edition, options: { target: '100' } });
    await playToTheEnd(page, words.en['web.solo.next'], words.en['web.solo.save']);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: words.en['web.solo.save'] }).click();
    const path = await (await saved).path();
    expect(readFileSync(path, 'utf8')).toContain(`edition ${edition}`);
    const verdict = execFileSync(PROGRAM, ['check', path], { encoding: 'utf8' });
    expect(verdict).toContain('1 passed, 0 failed');
  });

test('the draw for the deal, on a phone: a card at each seat, who deals, and it is over with a press', async ({
  page, server,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await choose(page, { language: 'en', motion: 'auto' });
  await openSolo(page, server.url, { edition: 'creeper', players: 10, seed: '3' }); // seats 2 and 5 tie
  const drawing = page.getByTestId('drawing');
  await expect(drawing).toContainText(words.en['web.board.draw_again']);
  await expect(drawing.locator('.deals')).toHaveAttribute('data-drew', '2');
  const misplaced = await page.evaluate(() => {
    const box = (of: Element): DOMRect => of.getBoundingClientRect();
    return [...document.querySelectorAll<HTMLElement>('[data-drew]')].filter((card) => {
      const { left, right, top, bottom } = box(card);
      const seat = document.querySelector(`[data-spot="seat-${card.dataset.drew}"]`)!;
      const name = seat.querySelector('.name');
      const inside = left >= 0 && right <= innerWidth && bottom <= innerHeight;
      const atSeat = left < box(seat).right && right > box(seat).left && (!name || top >= box(name).bottom - 4);
      return !inside || !atSeat;
    }).map((card) => card.dataset.drew);
  });
  expect(misplaced).toEqual([]);
  await page.mouse.click(180, 590); // on the hand: ends it, and asks for nothing
  await expect(drawing).toHaveCount(0);
  await expect(page.locator('.hand .refused, .hand .leaving')).toHaveCount(0);
  await page.reload();
  await expect(page.getByTestId('board')).toBeVisible();
  await expect(drawing).toHaveCount(0);
});
