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
