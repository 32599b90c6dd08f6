import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { grown, Voice } from '../../../src/board/log';
import type { Told } from '../../../src/table/wire';
import { setLanguage } from '../../../src/words/words.svelte';

beforeAll(() => setLanguage('en'));

const told = (n: number, ...cards: string[]): Told =>
  ({ type: 'events', n, events: cards.map((card) => ({ event: 'played', seat: 2, card })), moves: [] }) as unknown as Told;
const to = { you: 1, names: ['Ana', 'Luis'] };

describe('the log', () => {
  it('grows, and forgets what lies ahead when one goes back', () => {
    let lines = grown([], told(5, 'r7'), to);
    lines = grown(lines, told(6, 'r8', 'r9'), to);
    expect(lines.map((line) => line.text)).toEqual(['Luis plays red 7', 'Luis plays red 8', 'Luis plays red 9']);
    expect(grown(lines, told(5, 'r7'), to).map((line) => line.text)).toEqual(['Luis plays red 7']);
  });
});

describe('the voice', () => {
  beforeEach(() => void vi.useFakeTimers());
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
