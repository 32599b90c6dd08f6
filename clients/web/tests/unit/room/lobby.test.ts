import { describe, expect, it } from 'vitest';
import type { EditionInfo, OptionInfo } from '../../../src/engine/api';
import {
  botName, codeIn, lacks, mayHost, news, offered, openSeats, readOptions, seatLabels, withFaces,
  writeOptions,
} from '../../../src/room/lobby/lobby';
import type { Person, Room, RoomSeat } from '../../../src/room/connection/protocol';

const person = (seat: number, name: string, more: Partial<Person> = {}): Person => ({
  seat, who: 'person', name, here: true, away: false, ready: false, accepted: false, ...more,
});
const nobody = (seat: number): RoomSeat => ({ seat, who: 'nobody' });
const bot = (seat: number, vacant = false): RoomSeat => ({ seat, who: 'bot', level: 'casual', vacant });
const room = (seats: RoomSeat[], more: Partial<Room> = {}): Room => ({
  type: 'room', n: 1, room: 'KJD3TX', stage: 'lobby', host: 1, edition: 'classic', options: '', clock: 45,
  listed: false, chat: true, open: true, watchers: 0, seats, ...more,
});
const rules = [{ card: 'Wc1', text: 'extra-turn', means: 'player plays again' }];

describe('what is missing to start', () => {
  it('is nothing when all sit and are ready; the host need not say so', () => {
    expect(lacks(room([person(1, 'Ana'), person(2, 'Luz', { ready: true }), bot(3)]))).toEqual([]);
  });

  it('names empty seats and who is not ready', () => {
    expect(lacks(room([person(1, 'Ana'), person(2, 'Luz'), nobody(3)]))).toEqual([
      { what: 'empty', seats: [3] },
      { what: 'ready', names: ['Luz'] },
    ]);
  });

  it('asks for consent only where there are custom wilds', () => {
    const seats = [person(1, 'Ana', { accepted: true }), person(2, 'Luz', { ready: true })];
    expect(lacks(room(seats))).toEqual([]);
    expect(lacks(room(seats, { rules }))).toEqual([{ what: 'accept', names: ['Luz'] }]);
  });
});

describe('hosting', () => {
  it('is for the host, or for anybody who sits while the host is not there', () => {
    const there = room([person(1, 'Ana'), person(2, 'Luz')]);
    const gone = room([person(1, 'Ana', { here: false }), person(2, 'Luz')]);
    expect([mayHost(there, 1), mayHost(there, 2)]).toEqual([true, false]);
    expect([mayHost(gone, 2), mayHost(gone, 0)]).toEqual([true, false]);
  });
});

describe('seats', () => {
  it('can be taken when free in the lobby, or vacant at the table', () => {
    const seats = [person(1, 'Ana'), nobody(2), bot(3), bot(4, true)];
    expect(openSeats(room(seats))).toEqual([2]);
    expect(openSeats(room(seats, { stage: 'playing' }))).toEqual([4]);
  });

  it('show your chosen face to you, and the faces of their names to all', () => {
    const four = room([person(1, 'Ana'), bot(2), person(3, 'Eva'), bot(4)]);
    const labels = seatLabels(four, () => 'Casual', 'free');
    expect(withFaces(labels, 1, 7).map(({ face }) => face)).toEqual([7, undefined, undefined, undefined]);
    const inSpanish = seatLabels(four, () => 'Ocasional', 'libre');
    expect(inSpanish.map(({ name }) => name)).toEqual(labels.map(({ name }) => name));
    expect(new Set(labels.map(({ name }) => name)).size).toBe(4);
  });

  it('are labelled for the board', () => {
    const eva = person(5, 'Eva', { joins: true });
    const four = room([person(1, 'Ana', { here: false }), bot(2), nobody(3), bot(4), eva]);
    const labels = seatLabels(four, () => 'Casual', 'free');
    expect(labels).toEqual([
      { seat: 1, name: 'Ana', here: false, away: false },
      { seat: 2, name: 'Paco', level: 'Casual' },
      { seat: 3, name: 'free' },
      { seat: 4, name: 'Hugo', level: 'Casual' },
      { seat: 5, name: 'Eva', here: true, away: false, joins: true },
    ]);
  });
});

describe('a bot', () => {
  it('has a name of its own, and never a person\'s', () => {
    const seats = [person(1, 'PÁCO'), bot(2), bot(3), bot(4)];
    const names = [2, 3, 4].map((seat) => botName(room(seats), seat));
    expect(names).toEqual(['Lola', 'Inés', 'Hugo']); // Lola's own seat has a person
    const ten = Array.from({ length: 10 }, (_, index) => bot(index + 1));
    expect(new Set(ten.map((one) => botName(room(ten), one.seat))).size).toBe(10);
    for (let people = 1; people < 10; ++people) {
      const taken = ten.map((one, index) => (index < people ? person(one.seat, botName(room(ten), 10 - index)) : one));
      const all = taken.map((one) => (one.who === 'person' ? one.name : botName(room(taken), one.seat)));
      expect(new Set(all).size).toBe(10);
    }
  });
});

describe('news', () => {
  const before = room([person(1, 'Ana'), person(2, 'Luz'), nobody(3)]);
  it('are of who came, went, lost the connection, became host', () => {
    const after = room([nobody(1), person(2, 'Luz', { here: false }), person(3, 'Teo')], { host: 2 });
    expect(news(before, after, 3)).toEqual([
      { what: 'went', name: 'Ana' },
      { what: 'lost', name: 'Luz' },
      { what: 'host', name: 'Luz' },
    ]);
    expect(news(before, after, 1)).toContainEqual({ what: 'came', name: 'Teo' });
  });

  it('say that somebody is back only if they were away', () => {
    const lost = new Set<number>();
    const sat = room([person(1, 'Ana'), nobody(2), person(3, 'Teo', { here: false })]);
    const here = room([person(1, 'Ana'), nobody(2), person(3, 'Teo')]);
    expect(news(room([person(1, 'Ana'), nobody(2), nobody(3)]), sat, 1, lost)).toEqual([{ what: 'came', name: 'Teo' }]);
    expect(news(sat, here, 1, lost)).toEqual([]);
    expect(news(here, sat, 1, lost)).toEqual([{ what: 'lost', name: 'Teo' }]);
    expect(news(sat, here, 1, lost)).toEqual([{ what: 'found', name: 'Teo' }]);
    expect(lost.size).toBe(0);
  });

  it('are none when only somebody is ready', () => {
    expect(news(before, room([person(1, 'Ana', { ready: true }), person(2, 'Luz'), nobody(3)]), 0)).toEqual([]);
  });
});

describe('options', () => {
  it('are read, and written back as far as they differ', () => {
    expect(readOptions('stacking=any,cards=5')).toEqual({ stacking: 'any', cards: '5' });
    expect(readOptions('')).toEqual({});
    expect(writeOptions({ stacking: 'any', cards: '7' }, { stacking: 'none', cards: '7' })).toBe('stacking=any');
  });

  it('are offered where they make a difference', () => {
    const names = ['turn_limit', 'two_player_reverse', 'teams', 'cards', 'custom_wilds', 'target'];
    const options: OptionInfo[] = names.map((name) => ({ name, values: [], min: 0, max: 9 }));
    const own = (custom: boolean): Record<string, string> =>
      Object.fromEntries(names.filter((name) => custom || name !== 'custom_wilds').map((name) => [name, '']));
    const of = (custom: boolean, seats: number, format = 'hand'): string[] =>
      offered(options, { options: own(custom) } as EditionInfo, seats, { format }).map((one) => one.name);
    expect(of(true, 2)).toEqual(['cards', 'custom_wilds', 'two_player_reverse']);
    expect(of(false, 6)).toEqual(['cards', 'teams']);
    expect(of(false, 3, 'race')).toEqual(['target', 'cards']);
  });
});

describe('a code', () => {
  it('is found in what people type or paste', () => {
    for (const text of ['kjd3tx', ' KJD 3TX ', 'KJD-3TX', 'https://play.example/#/room/KJD3TX'])
      expect(codeIn(text)).toBe('KJD3TX');
  });
});
