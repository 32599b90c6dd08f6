// People at one table, each with a browser of their own, who play by clicking what the page offers.
import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import words from '../../../../words/en.json' with { type: 'json' };
import { aWhile, playOneMove, standing } from './table';
import { choose, type Complaints } from './test';

export interface Guest {
  name: string;
  page: Page;
  context: BrowserContext;
}

export const text = (key: keyof typeof words, ...places: (string | number)[]): string =>
  words[key].replace(/\{(\d)\}/g, (_, index: string) => String(places[Number(index)]));

const arrived: BrowserContext[] = [];

// Everybody goes home; called after each test.
export async function goHome(): Promise<void> {
  for (const context of arrived.splice(0)) await context.close();
}

export async function arrive(browser: Browser, name: string, complaints: Complaints): Promise<Guest> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 760 }, acceptDownloads: true });
  arrived.push(context);
  complaints.watch(context);
  await choose(context, { language: 'en', motion: 'less', name });
  return { name, context, page: await context.newPage() };
}

const press = (page: Page, key: keyof typeof words): Promise<void> =>
  page.getByRole('button', { name: text(key), exact: true }).first().click();

// A new room with a short game: one hand of three cards, unless something else is asked for.
export async function createRoom(
  { page }: Guest, url: string, seats: number, edition: string,
  { cards = 3, open = true, format = 'hand', wilds = false, clock = true }: {
    cards?: number; open?: boolean; format?: 'hand' | 'race'; wilds?: boolean; clock?: boolean;
  } = {},
): Promise<string> {
  await page.goto(`${url}#/room`);
  await press(page, 'web.room.create.do');
  await page.locator(`input[value="${edition}"]`).check({ force: true });
  await page.getByRole('radio', { name: String(seats), exact: true }).check({ force: true });
  await page.getByRole('radio', { name: text(`option.format.${format}`) }).check({ force: true });
  if (!clock) await page.getByRole('radio', { name: text('web.room.no_clock') }).check();
  if (wilds) await page.getByRole('switch', { name: text('web.solo.wilds') }).click();
  await page.getByText(text('web.room.house')).click();
  await page.getByLabel(text('option.cards')).fill(String(cards));
  await page.getByLabel(text('option.cards')).blur();
  if (!open) {
    await page.getByText(text('web.room.doors')).click();
    await page.getByRole('switch', { name: text('web.room.hands_open') }).click();
  }
  await press(page, 'web.room.create.do');
  await page.waitForURL(/#\/room\/[B-Z2-9]{6}$/);
  return page.url();
}

export async function sitDown({ page, name }: Guest, room: string): Promise<void> {
  await page.goto(room);
  await press(page, 'web.room.sit');
  await expect(page.locator('.seat.you')).toContainText(name);
}

// Where wilds carry rules, "ready" shows them in words first.
export async function acceptRules(guest: Guest): Promise<void> {
  await sayReady(guest);
  await press(guest.page, 'web.room.consent.do');
  await expect(guest.page.getByText(text('web.room.accepted'))).toBeVisible();
}

export const sayReady = ({ page }: Guest): Promise<void> => press(page, 'web.room.ready');
export const start = ({ page }: Guest): Promise<void> => press(page, 'web.room.start');

// One click towards a legal move, if this person is waited for. True: something was clicked.
export async function click({ page }: Guest): Promise<boolean> {
  return ((await standing(page))?.mine ?? false) && (await playOneMove(page)) !== '';
}

// Plays until `done`, or until this many clicks were made. Some hands are long: what ends them all is the test's time.
export async function play(guests: Guest[], done: () => Promise<boolean>, clicks = Infinity): Promise<void> {
  for (let made = 0; made < clicks; ) {
    if (await done()) return;
    const before = made;
    for (const guest of guests) if (await click(guest)) ++made;
    if (made === before && guests[0]) await aWhile(guests[0].page);
  }
}

export const isOver = async ({ page }: Guest): Promise<boolean> => (await page.getByTestId('hand-over').count()) > 0;
