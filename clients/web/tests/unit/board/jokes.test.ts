import { beforeAll, describe, expect, it } from 'vitest';
import en from '../../../../../words/jokes.en.json';
import es from '../../../../../words/jokes.es.json';
import { ANSWERS, isJoke, jokeFor, JOKES, Jokes, loadJokes, tellerIn } from '../../../src/board/jokes';
import type { Event, Told } from '../../../src/table/wire';
import { setLanguage } from '../../../src/words/words.svelte';

const ROOM = 110; // letters in a bubble on a phone
const to = { you: 1, names: ['Ana', 'Lola', 'Paco'], rules: ['swap', 'joke'] };
const told = (n: number, events: Event[], kind: string | null): Told =>
  ({ type: 'events', n, events, moves: [], view: { awaits: kind && { seat: 3, kind } } }) as unknown as Told;
const tells = (n: number, seat = 2): Told => told(n, [{ event: 'played', seat, card: 'Wc2', color: 'r' }], 'vote');

beforeAll(async () => {
  await setLanguage('en');
  await loadJokes();
});

describe('jokes', () => {
  it('are many in both languages, and fit a bubble', () => {
    for (const texts of [es, en] as Record<string, string>[]) {
      const jokes = Object.entries(texts).filter(([key]) => key.startsWith('web.jokes.tell.'));
      expect(jokes).toHaveLength(JOKES);
      expect(new Set(jokes.map(([, text]) => text)).size).toBe(JOKES);
      for (const [, text] of jokes) expect(text.length, text).toBeLessThanOrEqual(ROOM);
      for (const kind of ['laugh', 'shrug'])
        expect(Object.keys(texts).filter((key) => key.startsWith(`web.jokes.${kind}.`))).toHaveLength(ANSWERS);
    }
  });

  it('are told where the rule says so and a vote follows', () => {
    expect([isJoke('joke'), isJoke('others vote "Did you laugh?" { yes: player draws 1 }'), isJoke('swap')]).toEqual(
      [true, true, false]);
    expect(tellerIn(tells(4), to.rules)).toBe(2);
    expect(tellerIn(told(4, tells(4).events, 'turn'), to.rules)).toBe(0); // as a last card
    expect(tellerIn(told(4, [{ event: 'played', seat: 2, card: 'Wc1' }], 'vote'), to.rules)).toBe(0);
  });

  it('do not come twice in a game', () => {
    const before: number[] = [];
    for (let n = 5; before.length < JOKES; n += 7) before.push(jokeFor(n, before));
    expect(new Set(before).size).toBe(JOKES);
    expect(jokeFor(12, [])).toBe(jokeFor(12, []));
  });

  it('hang at the seat until the votes are in, and stand in the log', () => {
    const jokes = new Jokes();
    const first = jokes.hear(tells(9), to);
    expect(first.bubbles.get(2)).toMatchObject({ long: true, stays: true });
    expect(first.lines[0]?.text).toBe(`Lola: “${first.bubbles.get(2)?.text}”`);
    const no = jokes.hear(told(10, [{ event: 'voted', seat: 3, vote: false }], 'vote'), to);
    expect(no.bubbles.get(3)?.text).toMatch(/^(Meh…|I don't get it|Heard that one|No comment)$/);
    expect(no.bubbles.has(2)).toBe(false);
    const yes = jokes.hear(told(11, [{ event: 'voted', seat: 1, vote: true }], 'discard'), to);
    expect(yes.bubbles.get(1)?.text).toMatch(/[Hh]a|Hee/);
    expect(yes.bubbles.get(2)).toEqual({ text: first.bubbles.get(2)?.text, long: true });
    expect(jokes.hear(told(12, [{ event: 'voted', seat: 1, vote: true }], 'turn'), to).bubbles.size).toBe(0);
  });

  it('are the same for all at the table, also when one goes back', () => {
    const [one, other] = [new Jokes(), new Jokes()];
    const text = one.hear(tells(9), to).lines[0]?.text;
    one.hear(tells(20), to);
    expect(one.hear(tells(9), to).lines[0]?.text).toBe(text);
    expect(other.hear(tells(9), { ...to, you: 3 }).lines[0]?.text).toBe(text);
  });
});
