import { beforeAll, describe, expect, it } from 'vitest';
import en from '../../../../../words/speech.en.json';
import es from '../../../../../words/speech.es.json';
import { isJoke, tellerIn } from '../../../src/board/jokes';
import { ANSWERS, jokeFor, JOKES, loadSpeech, Remarks, WORDS } from '../../../src/board/remarks';
import { CHARACTERS, characterOf } from '../../../src/faces/character';
import { BOT_NAMES } from '../../../src/solo/table-request';
import type { SeatLabel } from '../../../src/table/board-props';
import type { Event, Seat, Told, View } from '../../../src/table/wire';
import { setLanguage } from '../../../src/words/words.svelte';

const ROOM = 110; // letters in a bubble on a phone
const SHORT = 28; // letters at a seat on a phone
const PHRASES = { laugh: ANSWERS, shrug: ANSWERS, yes: ANSWERS, no: ANSWERS, win: WORDS, creeper: WORDS, caught: WORDS,
  hit: WORDS };
const texts = en as Record<string, string>;
const to = { you: 1, names: ['Ana', 'Lola', 'Paco'], rules: ['swap', 'joke'] };
const labels: SeatLabel[] = [
  { seat: 1, name: 'Ana' }, { seat: 2, name: 'Lola', level: 'Casual' }, { seat: 3, name: 'Paco', level: 'Casual' },
];
const at = (all: SeatLabel[]) => (seat: Seat): SeatLabel => all[seat - 1]!;
const told = (n: number, events: Event[], kind: string | null, seat = 3): Told => {
  const view = { awaits: kind && { seat, kind }, seats: [], course: {} } as unknown as View;
  return { type: 'events', n, events, moves: [], view };
};
const tells = (n: number, seat = 2): Told => told(n, [{ event: 'played', seat, card: 'Wc2', color: 'r' }], 'vote');
const votes = (n: number, seat: Seat, vote: boolean, kind = 'vote'): Told =>
  told(n, [{ event: 'voted', seat, vote }], kind);
const phrases = (start: string): string[] =>
  Object.entries(texts).filter(([key]) => key.startsWith(`web.speech.${start}.`)).map(([, text]) => text);
const hears = (remarks: Remarks, message: Told, all = labels, you = 1): ReturnType<Remarks['hear']> =>
  remarks.hear(message, { ...to, you }, at(all));

beforeAll(async () => {
  await setLanguage('en');
  await loadSpeech();
});

describe('jokes', () => {
  it('are many in both languages, and fit a bubble', () => {
    for (const all of [es, en] as Record<string, string>[]) {
      const jokes = Object.entries(all).filter(([key]) => key.startsWith('web.speech.joke.'));
      expect(jokes).toHaveLength(JOKES);
      expect(new Set(jokes.map(([, text]) => text)).size).toBe(JOKES);
      for (const [, text] of jokes) expect(text.length, text).toBeLessThanOrEqual(ROOM);
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
    const remarks = new Remarks();
    const first = hears(remarks, tells(9));
    expect(first.bubbles.get(2)).toMatchObject({ long: true, stays: true });
    expect(first.lines[0]?.text).toBe(`Lola: “${first.bubbles.get(2)?.text}”`);
    const no = hears(remarks, votes(10, 3, false));
    expect(phrases('grumpy.shrug')).toContain(no.bubbles.get(3)?.text);
    expect(no.bubbles.has(2)).toBe(false);
    const last = hears(remarks, votes(11, 1, true, 'discard'));
    expect(last.bubbles.has(1)).toBe(false); // a person: no words are put into their mouth
    expect(last.bubbles.get(2)).toEqual({ text: first.bubbles.get(2)?.text, long: true });
    expect(hears(remarks, told(12, [], 'turn')).bubbles.size).toBe(0);
  });

  it('are the same for all at the table, also when one goes back', () => {
    const [one, other] = [new Remarks(), new Remarks()];
    const text = hears(one, tells(9)).lines[0]?.text;
    hears(one, tells(20));
    expect(hears(one, tells(9)).lines[0]?.text).toBe(text);
    expect(hears(other, tells(9), labels, 3).lines[0]?.text).toBe(text);
  });
});

describe('characters of bots', () => {
  it('have enough words, which are short and nobody else’s', () => {
    for (const all of [es, en] as Record<string, string>[]) {
      const said = CHARACTERS.flatMap((character) => Object.entries(PHRASES).flatMap(([what, of]) =>
        Array.from({ length: of }, (_, i) => all[`web.speech.${character}.${what}.${i + 1}`] ?? '')));
      expect(Object.keys(all)).toHaveLength(JOKES + said.length);
      expect(new Set(said).size).toBe(said.length);
      for (const text of said) expect(text.length, text).toBeLessThanOrEqual(SHORT);
    }
  });

  it('follow from the name, the first bots differ, and people have none', () => {
    const bots = BOT_NAMES.map((name, seat) => characterOf({ seat, name, level: 'Casual' }));
    expect(new Set(bots.slice(0, 5)).size).toBe(5);
    expect(new Set(bots)).toEqual(new Set(CHARACTERS));
    expect(characterOf({ seat: 2, name: 'Lola' })).toBe(null);
    expect(characterOf({ seat: 2, name: 'Lola', away: true })).toBe(null); // a bot plays for her, and says nothing
  });

  it('answer any vote, and neighbours not with the same words', () => {
    const twins: SeatLabel[] = [1, 2, 3].map((seat) => ({ seat, name: 'Nina', level: 'Casual' }));
    for (const way of [1, -1]) {
      const said = [0, 1, 2].map((i) => {
        const seat = 2 + (i - 1) * way;
        return hears(new Remarks(), votes(20 + i, seat, true), twins).bubbles.get(seat)?.text;
      });
      expect(new Set(said).size).toBe(3);
      for (const text of said) expect(phrases('dry.yes')).toContain(text);
    }
    expect(phrases('cheerful.no')).toContain(hears(new Remarks(), votes(7, 2, false)).bubbles.get(2)?.text);
    expect(hears(new Remarks(), votes(7, 1, false)).bubbles.size).toBe(0);
  });

  it('say a word at some great moments that meet them, alike on all pages', () => {
    const moments: [Event[], string][] = [
      [[{ event: 'caught', seat: 1, other: 2 }, ...Array<Event>(2).fill({ event: 'drew', seat: 2 })], 'caught'],
      [[{ event: 'drew', seat: 2 }, { event: 'went-off', seat: 2, card: 'C' }], 'creeper'],
      [[{ event: 'accepted', seat: 2 }, ...Array<Event>(4).fill({ event: 'drew', seat: 2 })], 'hit'],
      [[{ event: 'played', seat: 2, card: 'r7' }, { event: 'ended', seat: 2 }], 'win'],
    ];
    for (const [events, what] of moments) {
      const said = Array.from({ length: 40 }, (_, n) => hears(new Remarks(), told(n, events, 'turn')).bubbles.get(2));
      const elsewhere = Array.from({ length: 40 }, (_, n) =>
        hears(new Remarks(), told(n, events, 'turn'), labels, 3).bubbles.get(2));
      expect(elsewhere).toEqual(said);
      const heard = said.filter((bubble) => bubble !== undefined);
      expect(heard.length).toBeGreaterThan(10);
      expect(heard.length).toBeLessThan(30);
      expect(new Set(heard.map(({ text }) => text))).toEqual(new Set(phrases(`cheerful.${what}`)));
      expect(heard.every(({ aside }) => aside)).toBe(true);
      const people = labels.map(({ seat, name }) => ({ seat, name }));
      expect(hears(new Remarks(), told(3, events, 'turn'), people).bubbles.size).toBe(0);
    }
    const two: Event[] = [{ event: 'accepted', seat: 2 }, ...Array<Event>(2).fill({ event: 'drew', seat: 2 })];
    for (let n = 0; n < 20; ++n) expect(hears(new Remarks(), told(n, two, 'turn')).bubbles.size).toBe(0);
  });
});
