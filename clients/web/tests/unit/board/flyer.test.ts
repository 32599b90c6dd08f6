// A card in the air whose way is corrected: what has been seen of it is not shown again.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import Flyer from '../../../src/board/Flyer.svelte';

class Effect {
  setKeyframes = vi.fn();
}
const place = (x: number) => ({ x, y: 0, width: 60, turn: 0 });

afterEach(() => vi.unstubAllGlobals());

it.each([
  { frames: 0, known: null, then: null }, // nothing of it was seen: it begins when it is
  { frames: 1, known: null, then: 116 }, // the page does not know yet that it has begun
  { frames: 3, known: 116, then: 116 },
])('goes on from where it is: $frames frames later', ({ frames, known, then }) => {
  vi.stubGlobal('KeyframeEffect', Effect);
  const timeline = { currentTime: 100 };
  Object.defineProperty(document, 'timeline', { value: timeline, configurable: true });
  const courses: { startTime: number | null; effect: Effect }[] = [];
  Element.prototype.animate = vi.fn(() => {
    courses.push({ startTime: null, effect: new Effect() });
    return courses.at(-1) as never;
  });
  const flyer = mount(Flyer, { target: document.body, props: { card: 'r7', side: 'face', edition: 'classic' } });
  flushSync();
  flyer.fly(place(0), place(100), { duration: 300 });
  const course = courses.at(-1)!;
  timeline.currentTime += 16 * frames;
  course.startTime = known;
  flyer.aim(place(0), place(120));
  expect(course.effect.setKeyframes).toHaveBeenCalledOnce();
  expect(course.startTime).toBe(then);
  void unmount(flyer);
});
