// Every screen, and how to get there. Run by tools/shots.mjs.
import { readFileSync } from 'node:fs';
import { test, type Page } from '@playwright/test';
import { createRoom, play, start, text, type Guest } from '../tests/e2e/people';
import { startServer, type Server } from '../tests/e2e/server';
import { openSolo, playOneMove, playToTheEnd, quickTime, standing, words } from '../tests/e2e/table';

interface Wanted {
  only: string;
  size: string;
  theme: string;
  lang: string;
}
const wanted = JSON.parse(process.env.SHOTS ?? '{}') as Partial<Wanted>;
const EDITIONS = ['classic', 'streams', 'creeper', 'hyperdrive', 'powers'];
const SIZES = ['360x640', '768x1024', '1440x900'];

type Screen = (page: Page, url: string, language: 'es' | 'en') => Promise<unknown>;

const at = (hash: string): Screen => (page, url) => page.goto(url + hash);
const moves = async (page: Page, count: number): Promise<void> => {
  for (let made = 0, tries = 0; made < count && tries < 400; ++tries)
    if (await playOneMove(page, 0.5)) ++made;
    else await page.waitForTimeout(30);
};
const mine = async (page: Page): Promise<void> => {
  for (let tries = 0; tries < 300 && !(await standing(page))?.mine; ++tries) await page.waitForTimeout(30);
};
const solo = (wish: Parameters<typeof openSolo>[2], count: number): Screen => async (page, url) => {
  await quickTime(page);
  await openSolo(page, url, wish);
  await moves(page, count);
  await mine(page);
};

// A position that is too rare to wait for, with a hand of thirty cards: shown as a record.
const others = 'r1 r1 r4 r4 r6 r6 r8 r8 y2 y2 y9 y9 g1 g1 g3 g3 g4 g4 g6 g6 g8 g8 b2 b2 b4'.split(' ');
const crowded = `scenario "crowded"
edition classic
players 10
turn 1
hand 1 r2 r3 r5 r7 r9 rs rv r+2 y0 y1 y4 y6 y8 ys y+2 g0 g2 g5 g7 g9 gv b1 b3 b5 b6 b8 bs b+2 W W4
${Array.from({ length: 9 }, (_, k) => `hand ${k + 2} ${others.splice(0, 1 + (k % 5)).join(' ')}`).join('\n')}
pile y3 y5 y7
discard r5
1 play r7
`;

const RULE = 'next draws 2; others vote "Fair?" { yes: player plays again | no: player draws 1 }';

async function openRecord(page: Page, url: string, text: string): Promise<void> {
  await page.goto(url + '#/replay');
  await page.locator('input[type=file]').first().setInputFiles({
    name: 'game.scn', mimeType: 'text/plain', buffer: Buffer.from(text),
  });
  await page.getByTestId('board').waitFor();
}

async function room(page: Page, url: string, bots: number, wilds = false): Promise<Guest> {
  await page.addInitScript(() => {
    const kept = JSON.parse(localStorage['comodin.settings'] ?? '{}') as object;
    if (sessionStorage.shown) return;
    localStorage['comodin.settings'] = JSON.stringify({ ...kept, language: 'en', name: 'Ana' });
  });
  const guest = { name: 'Ana', page, context: page.context() };
  const size = page.viewportSize();
  await page.setViewportSize({ width: 1000, height: 760 });
  await createRoom(guest, url, bots + 1, bots > 2 ? 'creeper' : 'classic', { wilds });
  for (let seat = 2; seat <= bots + 1; ++seat) {
    await page.getByRole('button', { name: text('web.room.bot.add', seat) }).click();
    await page.getByRole('button', { name: /^Casual/ }).click();
  }
  if (size) await page.setViewportSize(size);
  return guest;
}
// Rooms are made in English; then the page is opened again in the language that is asked for.
async function inLanguage(page: Page, language: string): Promise<void> {
  await page.evaluate((wish) => {
    const kept = JSON.parse(localStorage['comodin.settings'] ?? '{}') as object;
    localStorage['comodin.settings'] = JSON.stringify({ ...kept, language: wish });
    sessionStorage.shown = 'yes';
  }, language);
  await page.reload();
}

const screens: Record<string, Screen> = {
  home: at(''),
  'solo-new': at('#/play'),
  'solo-readings': async (page, url, language) => {
    await page.goto(url + '#/play');
    await page.locator('input[value=powers]').check({ force: true });
    await page.getByText(words[language]['option.readings']).click();
    await page.getByTestId('readings-letter').click();
    await page.getByTestId('readings-letter').evaluate((it) => it.scrollIntoView({ block: 'center' }));
  },
  'table-draw': (page, url) => openSolo(page, url, { edition: 'classic', players: 4, seed: '8' }),
  'table-draw-ten': (page, url) => openSolo(page, url, { edition: 'creeper', players: 10, seed: '3' }),
  ...Object.fromEntries(EDITIONS.map((edition) => [`table-${edition}`, solo({ edition, players: 4, seed: '21' }, 4)])),
  'table-two': solo({ edition: 'classic', players: 2, seed: '6' }, 2),
  'table-ten': solo({ edition: 'creeper', players: 10, seed: '3', options: { cards: '10' } }, 2),
  'table-crowded': async (page, url) => {
    await openRecord(page, url, crowded);
    await page.keyboard.press('1');
  },
  'table-chooser': async (page, url) => {
    await solo({ edition: 'powers', players: 4, seed: '21' }, 0)(page, url, 'es');
    for (let tries = 0; tries < 200 && !(await page.locator('[data-testid=choice]').count()); ++tries) {
      const wild = page.locator('.hand [data-card^=W][data-playable=true]').first();
      if (await wild.count()) await wild.click({ timeout: 800 }).catch(() => {});
      else await playOneMove(page, 0.99);
    }
  },
  'between-hands': async (page, url, language) => {
    await solo({ edition: 'classic', players: 3, seed: '7' }, 0)(page, url, language);
    for (let tries = 0; tries < 2000 && !(await standing(page))?.sheet; ++tries)
      if (!(await playOneMove(page))) await page.waitForTimeout(20);
  },
  'game-over': async (page, url, language) => {
    await quickTime(page);
    await openSolo(page, url, { edition: 'classic', players: 2, options: { format: 'hand' } });
    await playToTheEnd(page, words[language]['web.solo.next'], words[language]['web.solo.save']);
  },
  rooms: at('#/room'),
  'room-create': async (page, url, language) => {
    await page.goto(url + '#/room');
    await page.getByRole('button', { name: words[language]['web.room.create.do'], exact: true }).first().click();
  },
  'room-readings': async (page, url, language) => {
    await screens['room-create']?.(page, url, language);
    await page.locator('input[value=streams]').check({ force: true });
    await page.getByText(words[language]['option.readings']).click();
    await page.getByTestId('readings-letter').evaluate((it) => it.scrollIntoView({ block: 'center' }));
  },
  'room-unusual': async (page, url, language) => {
    await screens['room-readings']?.(page, url, language);
    await page.getByTestId('readings-letter').click();
    await page.locator('#name').fill('Ana');
    await page.getByRole('button', { name: words[language]['web.room.create.do'], exact: true }).click();
    await page.getByTestId('unusual').evaluate((it) => it.scrollIntoView({ block: 'center' }));
  },
  'room-lobby': async (page, url, language) => {
    await room(page, url, 2);
    await inLanguage(page, language);
  },
  'room-table': async (page, url, language) => {
    const guest = await room(page, url, 3);
    await start(guest);
    await page.getByTestId('board').waitFor();
    await play([guest], async () => false, 2);
    await inLanguage(page, language);
    await page.getByTestId('board').waitFor();
  },
  'room-consent': async (page, url, language) => {
    await room(page, url, 2, true);
    await inLanguage(page, language);
    await page.getByRole('button', { name: words[language]['web.room.ready'], exact: true }).click();
    await page.getByRole('dialog').waitFor();
  },
  'room-chat': async (page, url, language) => {
    await screens['room-table']?.(page, url, language);
    await page.getByRole('button', { name: words[language]['web.room.chat'] }).click();
  },
  'room-offline': async (page, url, language) => {
    await screens['room-table']?.(page, url, language);
    await page.context().setOffline(true);
    await page.getByText(words[language]['web.room.lost']).first().waitFor();
  },
  workshop: at('#/workshop'),
  'workshop-blocks': async (page, url) => {
    await page.goto(url + '#/workshop/' + encodeURIComponent(RULE));
    await page.locator('input[value=blocks]').check({ force: true });
  },
  'workshop-text': async (page, url) => {
    await page.goto(url + '#/workshop');
    await page.locator('input[value=text]').check({ force: true });
    await page.locator('textarea').first().fill('next draws two; skip');
  },
  'workshop-trial': async (page, url, language) => {
    await page.goto(url + '#/workshop/' + encodeURIComponent(RULE));
    await page.getByRole('button', { name: words[language]['web.workshop.trial.run'] }).click();
    await page.getByRole('button', { name: words[language]['web.workshop.trial.stop'] }).waitFor();
    await page.getByRole('button', { name: words[language]['web.workshop.trial.run'] }).waitFor();
    await page.locator('#trial').scrollIntoViewIfNeeded();
    await page.locator('#trial').evaluate((heading) => heading.scrollIntoView());
  },
  replay: at('#/replay'),
  'replay-analysis': async (page, url) => {
    await openRecord(page, url, readFileSync('../../editions/powers/golden/three-players.scn', 'utf8'));
    for (let k = 0; k < 30; ++k) await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(6000); // chances are worked out
    await page.locator('svg[role=img], figure').last().scrollIntoViewIfNeeded();
  },
  learn: at('#/learn'),
  'learn-edition': at('#/learn/creeper'),
  'learn-cards': at('#/learn/powers/cards'),
  'learn-readings': at('#/learn/powers/readings'),
  'learn-table': at('#/learn/powers,double_uno=end,double_second=any/readings'),
  'learn-first': at('#/learn/first'),
  'learn-first-game': async (page, url) => {
    await page.goto(url + '#/learn/first');
    await page.locator('main .button.primary').first().click();
    await page.getByTestId('board').waitFor();
  },
  'learn-example': at('#/learn/try/challenge-guilty'),
  settings: at('#/settings'),
};

let server: Server;
test.beforeAll(async () => {
  server = await startServer('--rooms-per-address', '10000', '--players-per-address', '10000');
});
test.afterAll(() => server.stop());

for (const [name, go] of Object.entries(screens))
  for (const size of SIZES)
    for (const theme of ['light', 'dark'] as const)
      for (const language of ['es', 'en'] as const) {
        const fits = (wish: string | undefined, have: string): boolean => !wish || have.includes(wish);
        if (!fits(wanted.only, name) || !fits(wanted.size, size) || !fits(wanted.theme, theme)) continue;
        if (!fits(wanted.lang, language)) continue;
        test(`${name} ${size} ${theme} ${language}`, async ({ browser }) => {
          const [width, height] = size.split('x').map(Number) as [number, number];
          const page = await browser.newPage({ viewport: { width, height }, colorScheme: theme });
          await page.addInitScript((chosen) => {
            localStorage['comodin.settings'] ??= JSON.stringify(chosen);
          }, { language, theme, sound: false, motion: 'less' });
          await go(page, server.url, language);
          await page.locator('h1, [data-testid=board]').first().waitFor();
          await page.waitForTimeout(400); // what has just come in has settled
          await page.screenshot({ path: `../../build/shots/${name}.${size}.${theme}.${language}.png` });
          await page.close();
        });
      }
