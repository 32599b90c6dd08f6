// Moments from what really happens: the examples to learn from, and whole games of every edition.
import { beforeAll, describe, expect, it } from 'vitest';
import {
  MANNERS, allMoments, AT_MOST, holdsFor, moments, type Kind, type Moment,
} from '../../../src/board/moments/moments';
import { note, spoken, sub, title } from '../../../src/board/moments/notes';
import type { Event, View } from '../../../src/table/wire';
import { sounds } from '../../../src/ui/sound';
import { setLanguage } from '../../../src/words/words.svelte';
import { after, editionOf, type Seen } from './after';
import { EDITIONS, HOUSES, playGame } from './played-games';

beforeAll(() => setLanguage('en'));

const of = ({ before, told }: Seen): Moment[] => moments({ ...told, before }, 1);
const to = (seen: Seen) => ({ you: 1, names: ['Me', 'Lola', 'Paco', 'Ines'], rules: seen.rules });
const noted = (seen: Seen): string => note({ ...seen.told, before: seen.before }, to(seen), seen.edition).text;

describe('a moment', () => {
  const CASES: [example: string, moves: string[], kinds: Kind[], first: Partial<Moment>][] = [
    ['creeper-draw', ['draw'], ['creeper'], { to: 1, count: 3, cards: ['y9', 'g1', 'b3'] }],
    ['creeper-penalty', ['play r+2'], ['hit', 'creeper'], { from: 1, to: 2, count: 2, color: 'r' }],
    ['hyper-start', ['play Wh b'], ['hyper'], { color: 'b' }],
    ['hyper-run', ['play b2'], ['zoom'], { from: 1, to: 2, color: 'b' }],
    ['hyper-stop', ['play g5'], ['brake'], { color: null }],
    ['streams-throw', ['play Wx g'], ['streams'], { from: 1, color: 'g' }],
    ['streams-throw', ['play Wx g', 'throw r9'], ['beam'], { throws: [{ seat: 1, card: 'r9' }], color: 'r' }],
    ['power-steal', ['play Wy b'], ['power'], { from: 3, to: 1, color: 'y' }],
    ['power-pick', ['play Wp r power blue'], ['power'], { from: 0, to: 1, color: 'b' }],
    ['custom-three', ['play Wc1 b'], ['custom'], { from: 1, count: 1, cards: ['Wc1'] }],
    ['plus-four', ['play W4 g'], ['four'], { from: 1, to: 2, count: 4, color: 'g' }],
    ['challenge-guilty', ['challenge'], ['judged'], { from: 1, to: 3, yes: true, count: 4, cards: ['r2', 'r9'] }],
    ['challenge-innocent', ['challenge'], ['judged'], { from: 1, to: 3, yes: false, count: 6, cards: ['y2', 'g9'] }],
    ['plus-two', ['play r+2'], ['hit'], { from: 1, to: 2, count: 2, color: 'r' }],
    ['last-plus-two', ['play r+2'], ['hit'], { to: 2, count: 2 }],
    ['stacking', ['play b+2'], ['stack'], { from: 1, to: 2, count: 4, color: 'b' }],
    ['stacking', ['play b+2', 'go'], ['hit'], { to: 2, count: 4 }],
    ['skip', ['play bs'], ['skip'], { from: 1, to: 2, color: 'b' }],
    ['reverse', ['play yv'], ['reverse'], { from: 1, color: 'y', yes: false }],
    ['uno-call', ['play g4 uno'], ['uno'], { to: 1 }],
    ['uno-call', ['play g4'], ['one'], { to: 1 }],
    ['catch', ['catch 3'], ['caught'], { from: 1, to: 3, count: 2 }],
    ['power-green', ['flip'], ['skip'], { from: 1, to: 3 }],
    ['match-color', ['play r9'], [], {}],
    ['wild', ['play W g'], [], {}],
  ];
  it.each(CASES)('of %s after %j is %j', async (example, moves, kinds, first) => {
    const found = of(await after(example, ...moves));
    expect(found.map(({ kind }) => kind)).toEqual(kinds);
    if (found.length) expect(found[0]).toMatchObject(first);
  });

  it('is spoken as sentences', async () => {
    const said = async (id: string, move: string): Promise<string> => {
      const seen = await after(id, move);
      return spoken(of(seen)[0]!, to(seen), seen.edition);
    };
    expect(await said('power-steal', 'play Wy b')).toBe('Yellow power: Nothing affects you');
    expect(await said('challenge-guilty', 'challenge')).toBe('A bluff! Paco draws 4');
  });

  it('has backs for an accused hand that the viewer was not shown', async () => {
    const { before, told } = await after('challenge-guilty', 'challenge');
    const events = told.events.filter(({ event }) => event !== 'shown');
    const [judged] = moments({ events, view: told.view, before }, 2);
    expect(judged?.cards).toEqual([null, null]);
  });

  it('of several the two greatest are played, in the order in which they happened', () => {
    const view = { seats: [], hyperspeed: 'b', color: 'b' } as unknown as View;
    const events: Event[] = [
      { event: 'played', seat: 2, card: 'bs' }, { event: 'called', seat: 2 }, { event: 'owes', seats: [3] },
      { event: 'lost-turn', seat: 3 }, { event: 'hyperspeed', color: 'b' },
    ];
    expect(allMoments({ events, view, before: null })).toHaveLength(4);
    expect(moments({ events, view, before: null }, 1).map(({ kind }) => kind)).toEqual(['uno', 'hyper']);
    expect(holdsFor({ events, view, before: null }, 1)).toBe(MANNERS.hyper.lasts);
  });

  it('lasts a second or two, a gesture less, and is heard as nothing else is', () => {
    for (const [kind, { lasts, veil, sounds: heard }] of Object.entries(MANNERS)) {
      expect(lasts, kind).toBeLessThanOrEqual(veil ? 1700 : 1100);
      expect(lasts, kind).toBeGreaterThanOrEqual(veil ? 1000 : 600);
      expect(heard.length, kind).toBeLessThanOrEqual(2);
      for (const [at, name] of heard) expect(sounds[name].length && at < lasts, kind).toBe(true);
    }
    const own = Object.values(MANNERS).flatMap((manner) => manner.sounds.map(([, name]) => name));
    expect(new Set(own).size).toBe(own.length);
    const notes = Object.values(sounds).map((all) => JSON.stringify(all));
    expect(new Set(notes).size).toBe(notes.length);
  });
});

describe('what met you', () => {
  it.each([
    ['creeper-draw', ['draw'], 'A creeper went off on you: +3'],
    ['challenge-guilty', ['challenge'], 'It was a bluff! Paco draws 4'],
    ['challenge-innocent', ['challenge'], 'It was no bluff: +6'],
    ['plus-two', ['play r+2'], ''],
  ])('is said after %s %j', async (example, moves, text) => {
    expect(noted(await after(example, ...moves))).toBe(text);
  });

  const said = (events: Event[], more: Partial<View> = {}, before: Partial<View> = {}): string => {
    const view = { seats: [], color: 'r', ...more } as unknown as View;
    const names = { you: 1, names: ['Me', 'Ana', 'Leo'], rules: ['hands-up'] };
    return note({ events, view, before: { ...view, ...before } }, names, editionOf('powers')).text;
  };
  const drew: Event = { event: 'drew', seat: 1, card: 'r1' };
  it.each<[string, Event[], Partial<View>, Partial<View>]>([
    ['Ana hits you with +2', [{ event: 'played', seat: 2, card: 'r+2' }, drew, drew], {}, {}],
    ['The first card hits you: +2', [{ event: 'turned', card: 'r+2' }, drew, drew], {}, {}],
    ['Ana hits you with +4', [{ event: 'played', seat: 2, card: 'W4', color: 'r' }, { event: 'sum', value: 4 },
      { event: 'awaits', seat: 1, kind: 'challenge' }], {}, {}],
    ['Ana stacks it on you: +6', [{ event: 'played', seat: 2, card: 'r+2', as: 'answer' },
      { event: 'sum', value: 6 }, { event: 'awaits', seat: 1, kind: 'challenge' }], {}, {}],
    ['Ana skips you: you lose the turn', [{ event: 'played', seat: 2, card: 'rs' }, { event: 'lost-turn', seat: 1 }],
      {}, {}],
    ['Hyperspeed: Ana skips you', [{ event: 'played', seat: 2, card: 'r3' }, { event: 'lost-turn', seat: 1 }],
      { hyperspeed: 'r' }, {}],
    ['Ana caught you without UNO: +2', [{ event: 'caught', seat: 2, other: 1 }, drew, drew], {}, {}],
    ['Ana saw through your bluff: +4', [{ event: 'challenged', seat: 2, other: 1, guilty: true }, drew, drew, drew,
      drew], {}, {}],
    ['Ana takes the yellow power from you', [{ event: 'played', seat: 2, card: 'Wy', color: 'r' },
      { event: 'power', color: 'yellow' as never, seat: 2 }], {}, { power: { yellow: 1 } }],
    ['Ana gives you 2 red cards', [{ event: 'gave', seat: 2, other: 1, value: 2, cards: ['r1', 'r2'] }], {}, {}],
    ['Ana swaps hands with you', [{ event: 'swapped', seat: 2, other: 1 }], {}, {}],
    ['You could not follow the beam: +2', [{ event: 'threw', seat: 2, card: 'g3' }, drew, drew], {}, {}],
    ["Ana's card: +1", [{ event: 'played', seat: 2, card: 'Wc1', color: 'r' }, drew, { event: 'ended', seat: 3 }],
      {}, {}],
  ])('%s', (text, events, view, before) => {
    expect(said(events, view, before)).toBe(text);
  });
});

it('it is bad only where it cost you something', async () => {
  const bad = async (example: string, move: string): Promise<boolean> => {
    const seen = await after(example, move);
    return note({ ...seen.told, before: seen.before }, to(seen), seen.edition).bad;
  };
  expect(await bad('challenge-guilty', 'challenge')).toBe(false);
  expect(await bad('challenge-innocent', 'challenge')).toBe(true);
  expect(await bad('creeper-draw', 'draw')).toBe(true);
});

describe.each(EDITIONS)('in whole games of %s', (edition) => {
  it('moments are few, name nobody that is not there, and show no card that was not told', () => {
    const found = new Set<Kind>();
    for (const [i, options] of HOUSES.entries())
      for (const players of [2, 4]) {
        const game = playGame(edition, players, options, 3 + i + players);
        const names = { you: 1, names: ['Me', 'Ana', 'Leo', 'Eva'], rules: Array<string>(4).fill('hands-up') };
        game.tolds.slice(1).forEach((told, at) => {
          const before = game.tolds[at]!.view;
          const named = JSON.stringify(told.events);
          const all = moments({ ...told, before }, 1);
          expect(all.length).toBeLessThanOrEqual(AT_MOST);
          for (const one of all) {
            found.add(one.kind);
            for (const seat of [one.from, one.to]) expect(seat <= players && seat >= 0).toBe(true);
            for (const card of [...one.cards, ...one.throws.map((thrown) => thrown.card)])
              if (card) expect(named).toContain(`"${card}"`);
            expect(one.count, JSON.stringify(one)).toBeGreaterThanOrEqual(0);
            for (const text of [title, sub, spoken].map((say) => say(one, names, game.edition)))
              expect(text).not.toMatch(/web\.|[{}]/);
          }
          expect(note({ ...told, before }, names, game.edition).text).not.toMatch(/web\.|[{}]/);
        });
      }
    const GREAT: Record<string, Kind> = {
      classic: 'custom', streams: 'streams', creeper: 'creeper', hyperdrive: 'hyper', powers: 'power',
    };
    for (const kind of [GREAT[edition], 'hit', 'skip', 'reverse', 'one'] as Kind[]) expect(found).toContain(kind);
  }, 60_000);
});
