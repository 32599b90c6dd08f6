import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { grown, Voice, type LogLine } from '../../../src/board/log';
import type { Event, Told } from '../../../src/table/wire';
import { setLanguage } from '../../../src/words/words.svelte';

beforeAll(() => setLanguage('en'));

const told = (n: number, ...cards: string[]): Told =>
  ({ type: 'events', n, events: cards.map((card) => ({ event: 'played', seat: 2, card })),
    moves: [] }) as unknown as Told;
const to = { you: 1, names: ['Ana', 'Luis'] };

describe('the log', () => {
  it('grows, and forgets what lies ahead when one goes back', () => {
    let lines = grown([], told(5, 'r7'), to);
    lines = grown(lines, told(6, 'r8', 'r9'), to);
    expect(lines.map((line) => line.text)).toEqual(['Luis plays red 7', 'Luis plays red 8', 'Luis plays red 9']);
    expect(grown(lines, told(5, 'r7'), to).map((line) => line.text)).toEqual(['Luis plays red 7']);
  });
});

describe('a line', () => {
  const lines = (...events: Event[]): LogLine[] =>
    grown([], { ...told(5), events }, to);
  it('is cut where it names cards and colours, and is whole when it is read', () => {
    const [played] = lines({ event: 'played', seat: 2, card: 'W4', color: 'g' });
    expect(played?.parts).toEqual([
      { text: 'Luis plays ' }, { text: 'wild +4', card: 'W4' }, { text: ', naming ' }, { text: 'green', color: 'g' },
    ]);
    const drawing = lines(
      { event: 'drew-for-deal', seat: 1, card: 'r7', value: 1 },
      { event: 'drew-for-deal', seat: 2, card: 'g9', value: 1 },
    );
    expect(drawing[0]?.parts.flatMap(({ card }) => card ?? [])).toEqual(['r7', 'g9']);
    for (const line of [played, ...drawing]) expect(line?.parts.map(({ text }) => text).join('')).toBe(line?.text);
  });

  it('belongs to whom it is about, and shows what they feel', () => {
    const [turn, hand] = lines({ event: 'lost-turn', seat: 2 }, { event: 'hands-passed' });
    expect([turn?.seat, turn?.mood, hand?.seat, hand?.mood]).toEqual([2, 'annoyed', 0, 'calm']);
  });
});

describe('the voice', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  it('says what came together in one breath, and of too much the last', () => {
    const said: string[] = [];
    const voice = new Voice((text) => said.push(text), 600, 3);
    voice.say(['one', '']);
    voice.say(['two', 'three', 'four']);
    expect(said).toEqual([]);
    vi.advanceTimersByTime(600);
    expect(said).toEqual(['two. three. four']);
    voice.say(['five']);
    voice.stop();
    vi.advanceTimersByTime(5000);
    expect(said).toHaveLength(1);
  });
});
