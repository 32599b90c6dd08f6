// How moments are played, one after the other, in a page without a browser.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import Moments from '../../../src/board/moments/Moments.svelte';
import { Showing } from '../../../src/board/showing.svelte';
import type { Event, Told } from '../../../src/table/wire';
import { setLanguage } from '../../../src/words/words.svelte';
import { after, type Seen } from './after';

let told: Told = $state.raw({} as Told);
let felt: ReturnType<typeof mount> | undefined;
const shown = vi.fn<(all?: boolean) => void>();
const animate = Object.getOwnPropertyDescriptor(Element.prototype, 'animate');

beforeEach(() => {
  Element.prototype.animate = vi.fn(() => ({ cancel: () => {} }) as unknown as Animation); // this browser moves things
  setLanguage('en');
  vi.useFakeTimers();
});
afterEach(() => {
  if (felt) unmount(felt);
  felt = undefined;
  vi.useRealTimers();
  if (animate) Object.defineProperty(Element.prototype, 'animate', animate);
  else Reflect.deleteProperty(Element.prototype, 'animate');
  shown.mockReset();
  document.body.replaceChildren();
});

function tell(next: Told): void {
  told = next;
  flushSync();
}
function begin({ before, told: first, edition, rules }: Seen): void {
  told = { ...first, n: 0, events: [], view: before };
  const board = document.body.appendChild(document.createElement('div'));
  const to = { you: 1, rules, names: ['Ana', 'Lola', 'Paco'] };
  const props = {
    get told() { return told; }, since: 0, you: 1, to, edition, board, replayed: false, onskip: () => {},
    onshown: shown,
  };
  felt = mount(Moments, { target: board, props });
  flushSync();
}
const playing = (): string | undefined => document.querySelector<HTMLElement>('[data-testid=moment]')?.dataset.kind;
function pass(time: number): string | undefined {
  vi.advanceTimersByTime(time);
  flushSync();
  return playing();
}

describe('moments, one after the other', () => {
  it('swings nothing late over the end of a hand', async () => {
    const seen = await after('reverse', 'play yv');
    const called: Event = { event: 'called', seat: 2 };
    for (const ends of [false, true]) {
      begin(seen);
      tell({ ...seen.told, n: 1, events: [called, ...seen.told.events] });
      expect(pass(400)).toBe('uno');
      const view = { ...seen.told.view, phase: ends ? 'won' : 'running' } as Told['view'];
      tell({ ...seen.told, n: 2, events: [], view });
      expect(pass(1000)).toBe(ends ? undefined : 'reverse');
      unmount(felt!);
      felt = undefined;
    }
  });

  // A +4 that was honest costs its challenger a creeper, too: its cards come when it has gone off.
  it('judges first, and lets a creeper go off before its cards come', async () => {
    const seen = await after('challenge-innocent', 'challenge');
    const drawn = seen.told.events.findIndex(({ event }) => event === 'drew');
    const events = seen.told.events.toSpliced(drawn + 1, 0, { event: 'went-off', seat: 1 });
    begin(seen);
    const whole = { ...seen.told, n: 2, events };
    const showing = new Showing({ ...seen.told, n: 1, events: [], view: seen.before });
    shown.mockImplementation((all) => showing.shown(all));
    showing.hear(whole, 1, true);
    tell(whole);
    const held = (): number => showing.now.view.seats[0]!.count;
    const before = seen.before.seats[0]!.count;
    expect([pass(300), held()]).toEqual(['judged', before]);
    expect([pass(1400), held()]).toEqual(['judged', before + 1]);
    expect([pass(400), held()]).toEqual(['creeper', before + 1]);
    expect(pass(1400)).toBe('creeper');
    expect(showing.now).toMatchObject({ n: 2, view: whole.view });
  });
});
