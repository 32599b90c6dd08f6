// A page that was shown a game, and servers that lie about it in one way each.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ProofAbout } from '../../../src/engine/api';
import { engineFromBytes, type Engine } from '../../../src/engine/engine';
import type { Event, Seat, Told } from '../../../src/table/wire';
import type { Noted } from '../../../src/room/fair/promise';
import type { Last, Room } from '../../../src/room/connection/protocol';
import { verify, type Verdict } from '../../../src/room/fair/verify';
import { Witness } from '../../../src/room/fair/witness';

const RECORD = readFileSync('tests/unit/fair.scn', 'utf8'); // two hands; seats 2 and 5 gave numbers, 3 and 4 withheld
const GAME = 'game-105';
const ME = 2;

let engine: Engine;
let proof: ProofAbout;
let told: Told[]; // to seat 2: all deals and moves
let watched: Told[]; // to a spectator
beforeAll(async () => {
  engine = engineFromBytes(new Uint8Array(readFileSync('../../build/wasm/bin/comodin.wasm')));
  proof = await engine.prove(RECORD);
  const steps = proof.hands.reduce((sum, one) => sum + one.steps, 0);
  const telling = (viewer: Seat | 0): Promise<Told[]> =>
    Promise.all(Array.from({ length: steps }, (_, step) => engine.proved(step, viewer)));
  [told, watched] = [await telling(ME), await telling(0)];
});

const promised = (hand: number, more: Partial<Noted> = {}): Noted => {
  const { commit, contributions } = proof.hands[hand - 1]!;
  const mine = contributions.find(({ seat }) => seat === ME)!;
  return { hand, commit, sealed: true, own: { nonce: mine.nonce!, commit: mine.commit, told: true }, ...more };
};
const room = (stage: Room['stage'], hands: number): Room =>
  ({ type: 'room', n: 1, room: 'KJD3TX', stage, game: GAME, hands, seats: [], open: true }) as unknown as Room;

interface Lie {
  change?: (told: Told, step: number) => Told | null; // on its way to the page; null: it does not arrive
  promise?: (noted: Noted) => Noted | null;
  record?: string;
  last?: Partial<Last>;
  game?: string;
}

// One after the other, as they come; the second hand is dealt after the first is over.
function watch(all: Told[], lie: Lie, seat: Seat | 0): Witness {
  const witness = new Witness();
  const first = proof.hands[0]!.steps;
  for (const [step, one] of all.entries()) {
    const hand = step < first ? 1 : 2;
    const message = (lie.change ?? ((same) => same))(structuredClone(one), step);
    const promise = seat ? promised(hand) : { ...promised(hand), own: undefined };
    if (message) witness.see({ ...message, n: 10 + step }, (lie.promise ?? ((same) => same))(promise), seat);
    witness.look(room('playing', hand));
  }
  return witness;
}

async function judged(lie: Lie = {}, all = told, seat: Seat | 0 = ME): Promise<Verdict | null> {
  const witness = watch(all, lie, seat);
  const { hand, secret, contributions } = proof.hands[1]!;
  const last = { hand, secret, contributions, ...lie.last };
  return verify(witness.unjudged(), lie.game ?? GAME, lie.record ?? RECORD, last, engine);
}

// Every red card is a blue one, and the other way round, wherever it is shown.
const swapped = <T>(message: T): T =>
  JSON.parse(
    JSON.stringify(message).replace(/"([rb])([0-9sv+]\d?)?"/g, (_, color: string, rest = '') =>
      `"${color === 'r' ? 'b' : 'r'}${rest}"`),
  ) as T;

const other = (card: string): string => (card === 'r1' ? 'r2' : 'r1');
const change = (one: Told, name: string, act: (event: Event) => void): Told => {
  one.events.filter(({ event, seat }) => event === name && (!seat || seat === ME)).forEach(act);
  return one;
};

describe('an honest server', () => {
  it('is found to be one', async () => {
    expect(proof).toMatchObject({ holds: true, game: GAME });
    expect(proof.hands).toHaveLength(2);
    expect(await judged()).toEqual({ says: 'own', hand: 1 });
    expect(await judged({}, watched, 0)).toEqual({ says: 'checked', hand: 1 });
  });

  it('may say more than this page knows', async () => {
    const more = (one: Told): Told => ({ ...one, view: { ...one.view, weather: 'fine' } as Told['view'] });
    expect(await judged({ change: more })).toMatchObject({ says: 'own' });
  });

  it('may tell things twice, or the table once more', async () => {
    const witness = watch(told, {}, ME);
    const last = told.at(-1)!;
    witness.see({ ...last, n: 9 + told.length }, null, ME);
    witness.see({ ...last, type: 'view', events: [], n: 500 }, null, ME);
    expect(await verify(witness.unjudged(), GAME, RECORD, undefined, engine)).toMatchObject({ says: 'own' });
  });

  it('is checked in part by whoever came late, or missed something', async () => {
    const view = (one: Told): Told => ({ ...one, type: 'view', events: [] });
    const late = (one: Told, step: number): Told | null => (step < 20 ? null : step === 20 ? view(one) : one);
    expect(await judged({ change: late })).toEqual({ says: 'part', hand: 1 });
    const gap = (one: Told, step: number): Told | null => (step < 5 || step > 9 ? one : step === 9 ? view(one) : null);
    expect(await judged({ change: gap })).toEqual({ says: 'part', hand: 1 });
    expect(await judged({ promise: (noted) => (noted.hand === 2 ? null : noted) })).toEqual({ says: 'part', hand: 2 });
  });

  it('is believed when a number came too late, as long as it did not say that it came', async () => {
    const withheld = proof.hands[0]!.contributions.find(({ seat }) => seat === 4)!;
    const own = { nonce: '0'.repeat(64), commit: withheld.commit };
    const witness = watch(told, {}, ME);
    for (const hand of witness.hands) [hand.seat, hand.promise] = [4, { ...hand.promise!, own }];
    const first = witness.unjudged().slice(0, 1);
    expect(await verify(first, GAME, RECORD, undefined, engine)).toMatchObject({ says: 'withheld' });
    first[0]!.promise!.own!.told = true;
    expect(await verify(first, GAME, RECORD, undefined, engine)).toMatchObject({ says: 'broken', what: 'number' });
  });
});

describe('a server that lies', () => {
  const lies: [string, () => Lie, Partial<Verdict>][] = [
    ['swaps red and blue', () => ({ change: swapped }), { hand: 1, what: 'cards' }],
    ['deals one another hand', () => ({
      change: (one) => {
        const { cards } = one.view.seats[ME - 1]!;
        if (cards) cards[0] = other(cards[0]!);
        return change(one, 'dealt', (event) => (event.cards![0] = other(event.cards![0]!)));
      },
    }), { hand: 1, what: 'cards' }],
    ['shows other cards after the right events', () => ({
      change: (one, step) => {
        if (step === 3) one.view.seats[ME - 1]!.cards![0] = other(one.view.seats[ME - 1]!.cards![0]!);
        return one;
      },
    }), { hand: 1, what: 'cards' }],
    ['lies about a drawn card', () => ({
      change: (one) => change(one, 'drew', (event) => (event.card = other(event.card!))),
    }), { hand: 1, what: 'drawn' }],
    ['lies about the first card', () => ({
      change: (one) => change(one, 'turned', (event) => (event.card = other(event.card!))),
    }), { hand: 1, what: 'top' }],
    ['lies about the top card', () => ({
      change: (one, step) => (step === 8 ? { ...one, view: { ...one.view, top: other(one.view.top!) } } : one),
    }), { hand: 1, what: 'top' }],
    ['leaves a move out', () => ({ change: (one, step) => (step === 12 ? null : one) }), { hand: 1 }],
    ['tells a move in two ways', () => ({
      change: (one, step) => (step === 12 ? { ...one, view: { ...one.view, pile: 3 } } : one),
    }), { hand: 1, what: 'table' }],
    ['had promised another secret', () => ({
      promise: (noted) => (noted.hand === 2 ? { ...noted, commit: 'f'.repeat(64) } : noted),
    }), { hand: 2, what: 'secret' }],
    ['said another secret than its record', () => ({ last: { secret: '0'.repeat(64) } }), { hand: 2, what: 'secret' }],
    ['changes one\'s own number', () => ({
      promise: (noted) => ({ ...noted, own: { ...noted.own!, nonce: '1'.repeat(64) } }),
    }), { hand: 1, what: 'number' }],
    ['changes another\'s number', () => ({
      promise: (noted) => ({ ...noted, others: { 5: 'e'.repeat(64) } }),
    }), { hand: 1, what: 'others' }],
    ['sends the record of another game', () => ({ game: 'game-106' }), { hand: 0, what: 'game' }],
    ['sends a record without the last hand', () => ({
      record: RECORD.replace(/^# fair hand 2.*\n/gm, '').replace(/^(chance .*\n)*deal\n[^]*$/m, ''),
    }), {}],
    ['sends a record that does not follow from its values', () => ({
      record: RECORD.replace(/secret [0-9a-f]{2}/, 'secret 00'),
    }), { hand: 0, what: 'record' }],
    ['sends nonsense', () => ({ record: 'nothing to see here' }), { hand: 0, what: 'record' }],
  ];
  for (const [name, lie, found] of lies)
    it(`is found out: ${name}`, async () => {
      expect(await judged(lie())).toMatchObject({ says: 'broken', ...found });
    });

  it('is found out by a spectator too', async () => {
    expect(await judged({ change: swapped }, watched, 0)).toMatchObject({ says: 'broken', hand: 1 });
  });
});

describe('a witness', () => {
  it('keeps no more than it needs', async () => {
    const witness = watch(told, {}, ME);
    witness.judged(witness.unjudged());
    expect(witness.unjudged()).toEqual([]);
    expect(JSON.stringify(witness.hands).length).toBeLessThan(2000);
  });

  it('drops the oldest of what is too much, and says so', () => {
    const witness = new Witness();
    const long = 'x'.repeat(1_500_000);
    for (let hand = 1; hand <= 4; ++hand) {
      const began: Event = { event: 'began', seat: 1, as: long };
      witness.see({ ...told[0]!, n: hand, events: [began] }, { hand, commit: 'c', sealed: true }, ME);
    }
    expect(witness.hands.map(({ cut }) => cut)).toEqual([true, true, false, false]);
  });

  it('begins anew with another game', () => {
    const witness = watch(told, {}, ME);
    witness.look({ ...room('lobby', 0), game: undefined });
    expect(witness.hands).toEqual([]);
  });
});
