// What does not fit on a screen: text that is cut off, what cannot be pressed, what lies over the cards that matter.
import type { CDPSession, Page } from '@playwright/test';

export interface Screen {
  width: number;
  height: number;
  text: number; // the browser's size of text, in pixels: 16 unless somebody asks for more
}

// The page as this screen shows it, at rest. The size of text is the browser's own, so media queries know of it, too.
export async function show(page: Page, session: CDPSession, { width, height, text }: Screen): Promise<void> {
  await session.send('Page.setFontSizes', { fontSizes: { standard: text } });
  await page.setViewportSize({ width, height });
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const soonOver = (one: Animation): boolean => Number(one.effect?.getComputedTiming().endTime) < 2000;
    await Promise.allSettled(document.getAnimations().filter(soonOver).map((one) => one.finished));
  });
}

export const faults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    interface Box { left: number; right: number; top: number; bottom: number }
    const out = new Set<string>();
    const html = document.documentElement;
    const rem = parseFloat(getComputedStyle(html).fontSize);
    const scope = document.querySelector('dialog[open]') ?? document.body;
    const all = (what: string, within: Element = scope): HTMLElement[] =>
      [...within.querySelectorAll<HTMLElement>(what)].filter((it) =>
        it.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
    const called = (it: Element): string => {
      const classes = [...it.classList].filter((one) => !one.startsWith('svelte-')).map((one) => '.' + one);
      return `${it.tagName.toLowerCase()}${classes.join('')} “${(it.textContent ?? '').trim().slice(0, 30)}”`;
    };
    const box = (it: Element): Box => it.getBoundingClientRect();
    const overlap = (a: Box, b: Box): boolean =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
    const inSight = ({ top, bottom }: Box): boolean => top >= 0 && bottom <= innerHeight;

    // The first element from here up that cuts a box off for good: what scrolls does not. Null: all of it can be seen.
    function cutBy({ left, right, top, bottom }: Box, from: Element, slack: number): Element | null {
      let loose = false; // its place depends on a positioned element further up
      for (let at: Element | null = from; at && at !== html; at = at.parentElement) {
        const { position, overflowX, overflowY } = getComputedStyle(at);
        if (loose && position === 'static') continue;
        const own = box(at);
        if (/hidden|clip/.test(overflowX) && (left < own.left - 2 || right > own.right + 2)) return at;
        if (/hidden|clip/.test(overflowY) && (top < own.top - slack || bottom > own.bottom + slack)) return at;
        if (/auto|scroll/.test(overflowX)) [left, right] = [Math.max(left, own.left), Math.min(right, own.right)];
        if (/auto|scroll/.test(overflowY)) [top, bottom] = [own.top, own.bottom];
        if (position === 'fixed')
          return left < -2 || right > innerWidth + 2 || !inSight({ left, right, top, bottom }) ? at : null;
        loose = position === 'absolute' || loose;
        if (position === 'relative') loose = false;
      }
      const low = Math.max(html.scrollHeight, innerHeight) - scrollY + slack;
      const out = left + scrollX < -2 || right > html.scrollWidth + 2 || top + scrollY < -slack || bottom > low;
      return out ? html : null;
    }

    if (html.scrollWidth > innerWidth) out.add(`the page is ${html.scrollWidth} wide`);

    // Text: none is cut off, unless all of it is said elsewhere; none stays small, but on a button of a finger's size.
    const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const it = node.parentElement!;
      const { fontSize, clipPath } = getComputedStyle(it);
      if (clipPath !== 'none' || it.closest('.visually-hidden, svg, select, pre, .uno')) continue;
      if (!node.nodeValue?.trim() || !it.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const size = parseFloat(fontSize);
      if (size < 0.67 * rem) out.add(`${called(it)} stays small: ${(size / rem).toFixed(2)}`);
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const line of range.getClientRects()) {
        const cutter = line.width < 1 ? null : cutBy(line, it, size * 0.22);
        if (!cutter) continue;
        const short = cutter.matches('.ticker') || getComputedStyle(cutter).textOverflow === 'ellipsis';
        if (!short || !it.closest('[title], [aria-label], [aria-hidden], button:has(.visually-hidden)'))
          out.add(`${called(it)} is cut off by ${called(cutter)}`);
        break;
      }
    }

    // What can be pressed is large enough, and in sight or scrolled to. At the end of a hand the cards are covered.
    for (const it of all('a[href], button, input:not(.visually-hidden), select, textarea, summary')) {
      const at = it.getBoundingClientRect();
      if (getComputedStyle(it).display === 'inline' || it.closest('.board:has(> .result) > .own')) continue;
      const size = `${at.width.toFixed()} × ${at.height.toFixed()}`;
      if (Math.min(at.width, at.height) < 23.5) out.add(`${called(it)} is ${size}`);
      const cutter = cutBy(at, it.parentElement!, 4);
      if (cutter) out.add(`${called(it)} cannot be reached in ${called(cutter)}`);
    }
    for (const it of all('[data-testid=champion], .over .won')) if (!inSight(box(it))) out.add('no winner in sight');

    // The table: its parts lie beside each other, and nothing lies over what one has to see.
    const board = scope.querySelector('.board[data-phase=running]');
    if (!board) return [...out];
    const over = [...all('.dock, .own, .seat, .uno, .tools, .flip', board), ...all('.teacher, .talk')];
    for (const it of all('.lying.top, .fact', board)) {
      if (!inSight(box(it)) || cutBy(box(it), it.parentElement!, 2)) out.add(`${called(it)} is not whole`);
      for (const one of over) if (overlap(box(it), box(one))) out.add(`${called(one)} lies over ${called(it)}`);
    }
    const parts = all('.board > :is(.dock, .own, .tools, .uno-place), .board:not(.flat) > .ring');
    for (const [index, a] of parts.entries())
      for (const b of parts.slice(index + 1))
        if (overlap(box(a), box(b))) out.add(`${called(a)} lies over ${called(b)}`);
    const top = all('.lying.top', board)[0];
    if (!top || top.clientWidth < 64) out.add(`the top card is ${top?.clientWidth ?? 0} wide`);
    const dock = board.querySelector('.dock')!;
    const shown = (it: Element): boolean => box(it).top < box(dock).bottom - 20 && box(it).bottom > box(dock).top + 20;
    const [words] = all('.words > *', dock);
    if (words?.textContent.trim() && !shown(words)) out.add('the question is not in sight');
    const choices = all('.choice', dock);
    if (choices.length && !choices.some(shown)) out.add('no choice is in sight');
    return [...out];
  });
