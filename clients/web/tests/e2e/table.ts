// A table in the page, played by the controls that a person sees.
import { expect, type Locator, type Page } from '@playwright/test';
import en from '../../../../words/en.json' with { type: 'json' };
import es from '../../../../words/es.json' with { type: 'json' };
import type { TableRequest } from '../../src/engine/api';

export const words = { en, es };

// Timers run twenty times faster, so nobody waits for bots and clocks.
export async function quickTime(page: Page, factor = 20): Promise<void> {
  await page.addInitScript((by) => {
    const real = window.setTimeout.bind(window);
    const quick = (act: TimerHandler, after = 0, ...more: unknown[]): number => real(act, after / by, ...more);
    window.setTimeout = quick as typeof window.setTimeout;
  }, factor);
}

export const requestOf = (request: Partial<TableRequest>): TableRequest => ({
  edition: 'classic', players: 3, levels: ['novato', 'aprendiz'], options: {}, rules: [], seed: '7', ...request,
});

// Goes to the page that deals exactly this table.
export async function openSolo(page: Page, url: string, request: Partial<TableRequest>): Promise<void> {
  await page.addInitScript((text) => sessionStorage.setItem('comodin.wish', text), JSON.stringify(requestOf(request)));
  await page.goto(url + '#/play/wish');
  await expect(page.getByTestId('board')).toBeVisible();
}

// What can be pressed now, best first: a question is answered before a card is played.
const PRESSABLE = [
  '[data-testid=catch]:enabled',
  '[data-testid=uno].call:enabled',
  '[data-testid=uno].arm:not(.armed):enabled',
  '[data-testid=choice]:enabled',
  '.hand [data-playable=true]:not(.leaving)',
  '[data-testid=flip]:enabled',
  '[data-testid=draw]:enabled',
];

export interface Standing {
  n: number;
  phase: string;
  mine: boolean; // the person is awaited
  sheet: boolean; // the hand is over, and the page says so: beside the board, or in a dialog
  press: { what: string; x: number; y: number } | null; // something that can be pressed, where nothing covers it
}

// What is chosen where several things can be pressed follows from how often this page was pressed before, so that a
// game with a seed is nearly always the same.
const presses = new WeakMap<Page, number>();
const chanceOf = (page: Page): number => (Math.imul(presses.get(page) ?? 0, 0x9e3779b1) >>> 0) / 2 ** 32;

export function standing(page: Page, chance = chanceOf(page)): Promise<Standing | null> {
  return page.evaluate(
    ({ pressable, chance }) => {
      const board = document.querySelector<HTMLElement>('[data-testid=board]');
      if (!board) return null;
      // A point of it that a finger could touch: the corner of a card in a fan, the middle of a button.
      const open = (it: HTMLElement): { what: string; x: number; y: number } | null => {
        const { left, top, width, height } = it.getBoundingClientRect();
        for (const down of [0.5, 0.2, 0.8])
          for (const right of [0.5, 0.15, 0.3, 0.7, 0.85]) {
            const [x, y] = [left + width * right, top + height * down];
            const what = it.dataset.key ?? it.dataset.move ?? it.dataset.testid ?? '';
            if (it.contains(document.elementFromPoint(x, y))) return { what, x, y };
          }
        return null;
      };
      const { n, phase, awaits, you } = board.dataset;
      const groups = pressable.map((selector) => [...board.querySelectorAll<HTMLElement>(selector)]);
      const found = groups.find((group) => group.length) ?? [];
      const press = found.length ? open(found[Math.floor(chance * found.length)]!) : null;
      const sheet = document.querySelector('dialog[open], [data-testid=hand-over]') !== null;
      return { n: Number(n), phase: phase ?? '', mine: awaits === you, sheet, press };
    },
    { pressable: PRESSABLE, chance },
  );
}

// Makes one move, or a step of one, that the table offers: what was pressed, or '' if there was nothing to press.
export async function playOneMove(page: Page, chance?: number): Promise<string> {
  return pressed(page, await standing(page, chance));
}
async function pressed(page: Page, now: Standing | null): Promise<string> {
  if (!now || now.sheet || now.phase !== 'running' || !now.press) return '';
  presses.set(page, (presses.get(page) ?? 0) + 1);
  await page.mouse.click(now.press.x, now.press.y);
  return now.press.what;
}

// Until the next look at a table where nothing could be pressed; each look costs the browser a layout.
export const aWhile = (page: Page): Promise<void> => page.waitForTimeout(50);

// Plays until the hand is over.
export async function playOut(page: Page): Promise<void> {
  for (const by = Date.now() + 90_000; Date.now() < by;) {
    const now = await standing(page);
    if (now && now.phase !== 'running') return;
    if (!(await pressed(page, now))) await aWhile(page);
  }
  throw new Error('the hand does not end');
}

// Plays until the game is over and its record can be saved; `next` is the button between two hands.
export async function playToTheEnd(page: Page, next: string, save: string, most = 150_000): Promise<void> {
  const by = Date.now() + most;
  const named = (name: string): Locator => page.getByRole('button', { name });
  while (Date.now() < by) {
    const now = await standing(page);
    if (!now?.sheet) {
      if (!(await pressed(page, now))) await aWhile(page);
    } else if (await named(save).isVisible()) return;
    else if (await named(next).isVisible()) await named(next).click({ timeout: 2000 }).catch(() => {});
    else await aWhile(page);
  }
  throw new Error('the game does not end');
}
