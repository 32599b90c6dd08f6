// A custom wild's rule and a creeper's bang are shown before what they do.
import { beforeAll, describe, expect, it } from 'vitest';
import { halvesOf, joined } from '../../../src/board/halves';
import type { Told, View } from '../../../src/table/wire';
import { setLanguage } from '../../../src/words/words.svelte';
import { after } from './after';

beforeAll(() => setLanguage('en'));
const halves = ({ told, before }: { told: Told; before: View }) => halvesOf(told, before, 1);

describe('a telling in two halves', () => {
  it('lays a custom wild down before its rule is run', async () => {
    const seen = await after('custom-three', 'play Wc1 b');
    const { first, then, thrown } = halves(seen)!;
    const [before, now] = [seen.before, first.view];
    expect(first.events.map(({ event }) => event)).toEqual(['played']);
    expect([...first.events, ...then.events]).toEqual(seen.told.events);
    expect(then).toEqual({ ...seen.told, events: then.events });
    expect([now.top, now.color, now.discards]).toEqual(['Wc1', 'b', before.discards + 1]);
    expect(now.seats[0]!.cards).toEqual(before.seats[0]!.cards!.filter((card) => card !== 'Wc1'));
    expect(now.seats.slice(1)).toEqual(before.seats.slice(1));
    expect([first.moves, now.awaits, first.n]).toEqual([[], null, seen.told.n - 0.5]);
    expect(thrown.size).toBe(0);
  });

  it('shows the creeper that was drawn, and its cards when it has thrown them', async () => {
    const seen = await after('creeper-draw', 'draw');
    const { first, then, thrown } = halves(seen)!;
    const cards = (view: View): string[] => view.seats[0]!.cards!;
    expect(cards(first.view)).toEqual([...cards(seen.before), 'Wk']);
    expect(first.view.seats[0]!.count).toBe(cards(first.view).length);
    expect(first.view.pile).toBe(seen.before.pile - 1);
    expect([...thrown].map(({ card }) => card)).toEqual(['y9', 'g1', 'b3']);
    expect(then.events.filter((one) => thrown.has(one))).toHaveLength(3);
  });

  it.each(['challenge-guilty', 'challenge-innocent'])('judges a +4 before anybody draws for it: %s', async (id) => {
    const seen = await after(id, 'challenge');
    const { first, then } = halves(seen)!;
    expect(first.events.at(-1)?.event).toBe('challenged');
    expect(first.view).toEqual({ ...seen.before, awaits: null });
    expect([...first.events, ...then.events]).toEqual(seen.told.events);
    expect(then.view).toBe(seen.told.view);
  });

  it('waits for nothing else', async () => {
    for (const [id, move] of [['plus-two', 'play r+2'], ['hyper-start', 'play Wh b'], ['power-steal', 'play Wy b']])
      expect(halves(await after(id!, move!)), id).toBeNull();
    const { told, before } = await after('custom-three', 'play Wc1 b');
    const moved = { event: 'swapped', seat: 1, other: 2 }; // hands that it cannot show
    expect(halvesOf({ ...told, events: [moved, ...told.events] }, before, 1)).toBeNull();
  });

  it('loses nothing when the next thing happens meanwhile', async () => {
    const seen = await after('custom-three', 'play Wc1 b');
    const held = halves(seen)!;
    const next = { ...seen.told, n: seen.told.n + 1, events: [{ event: 'called', seat: 2 }] };
    expect(joined(held, next)).toEqual({ ...next, events: [...held.then.events, ...next.events] });
  });
});
