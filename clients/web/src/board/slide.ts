// Cards of a hand make room: those that stay slide from where they were to where they are now.
export interface Lying {
  x: number;
  y: number;
}
export type Lie = Map<string, Lying>; // by key

export function lieOf(list: HTMLElement): Lie {
  const out: Lie = new Map();
  for (const element of list.querySelectorAll<HTMLElement>('[data-key]')) {
    const { left, top, width, height } = element.getBoundingClientRect();
    out.set(element.dataset.key ?? '', { x: left + width / 2, y: top + height / 2 });
  }
  return out;
}

// Copies are told apart by counting: when one goes, those behind it are called what the one before was called.
export function without(lie: Lie, gone: string): Lie {
  const [card, copy] = gone.split('/');
  const out = new Map(lie);
  for (let next = Number(copy) + 1; lie.has(`${card}/${next - 1}`); ++next) {
    const behind = lie.get(`${card}/${next}`);
    if (behind) out.set(`${card}/${next - 1}`, behind);
    else out.delete(`${card}/${next - 1}`);
  }
  return out;
}

const ID = 'slide';
const LASTS = 240;
const NEAR = 1.5; // pixels: nothing to be seen

export function slide(list: HTMLElement, before: Lie): void {
  const all = [...list.querySelectorAll<HTMLElement>('[data-key]')];
  for (const going of all.flatMap((element) => element.getAnimations())) if (going.id === ID) going.cancel();
  const now = lieOf(list);
  for (const element of all) {
    const [was, is] = [before, now].map((lie) => lie.get(element.dataset.key ?? ''));
    if (!was || !is || Math.hypot(was.x - is.x, was.y - is.y) < NEAR) continue;
    element.animate([{ translate: `${was.x - is.x}px ${was.y - is.y}px` }, { translate: '0 0' }],
      { id: ID, duration: LASTS, easing: 'cubic-bezier(.25,.9,.3,1)' });
  }
}
