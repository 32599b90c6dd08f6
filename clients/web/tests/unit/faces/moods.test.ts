import { describe, expect, it } from 'vitest';
import { featuresOf } from '../../../src/faces/features';
import { feltIn, moodOf, type Mood } from '../../../src/faces/moods';
import type { Event, View } from '../../../src/table/wire';

const view = (more: Partial<View> = {}): View =>
  ({ phase: 'running', awaits: { seat: 2, kind: 'turn' }, seats: [], ...more }) as unknown as View;
const felt = (...events: Event[]): Record<number, Mood> => Object.fromEntries(feltIn(events));

describe('moods', () => {
  it('follow what happens to somebody', () => {
    expect(felt({ event: 'called', seat: 2 })).toEqual({ 2: 'glad' });
    expect(felt({ event: 'caught', seat: 1, other: 3 })).toEqual({ 1: 'glad', 3: 'shocked' });
    expect(felt({ event: 'lost-turn', seat: 4 })).toEqual({ 4: 'annoyed' });
    expect(felt({ event: 'challenged', seat: 1, other: 2, guilty: false })).toEqual({ 1: 'annoyed', 2: 'glad' });
    expect(felt({ event: 'voted', seat: 3, vote: false })).toEqual({ 3: 'bored' });
    expect(felt({ event: 'ended', seat: null })).toEqual({});
  });

  it('do not mind one card, but the next ones; the shock of a creeper is stronger', () => {
    expect(felt({ event: 'drew', seat: 3 })).toEqual({});
    expect(felt({ event: 'drew', seat: 3 }, { event: 'drew', seat: 3 })).toEqual({ 3: 'annoyed' });
    const creeper = [{ event: 'went-off', seat: 3, card: 'Wk' }, ...[1, 2].map(() => ({ event: 'drew', seat: 3 }))];
    expect(felt(...creeper, { event: 'lost-turn', seat: 3 })).toEqual({ 3: 'shocked' });
  });

  it('rest on how things stand', () => {
    const none = new Map();
    expect(moodOf(view(), 2, none)).toBe('thinking');
    expect(moodOf(view(), 1, none)).toBe('calm');
    expect(moodOf(view(), 2, none, { seat: 2, name: 'Ana', here: false })).toBe('sleepy');
    expect(moodOf(view({ phase: 'won', winner: 3, awaits: null }), 3, none)).toBe('glad');
    expect(moodOf(view(), 2, new Map([[2, 'shocked']]))).toBe('shocked');
    expect(moodOf(view(), 2, new Map([[2, 'glad']]), { seat: 2, name: 'Ana', away: true })).toBe('sleepy');
  });

  it('each look different', () => {
    const moods: Mood[] = ['calm', 'thinking', 'glad', 'bored', 'annoyed', 'shocked', 'sleepy'];
    expect(new Set(moods.map((mood) => JSON.stringify(featuresOf(mood, 0, 0)))).size).toBe(moods.length);
    expect(featuresOf('calm', 1, 2)).not.toEqual(featuresOf('calm', 2, 1));
  });
});
