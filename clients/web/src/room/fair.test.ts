import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fromHex, judge, note, seal, toHex, toReveal, type Noted, type Sha256 } from './fair';
import type { Last, Room } from './protocol';

const sha256: Sha256 = (bytes) => Promise.resolve(createHash('sha256').update(bytes).digest('hex'));
const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const SECRET = new Uint8Array(32).fill(3);
const NUMBER = new Uint8Array(32).fill(7);

const room = (more: Partial<Room>): Room => ({
  type: 'room', n: 1, room: 'KJD3TX', stage: 'lobby', host: 1, edition: 'classic', options: '', clock: 45,
  listed: false, chat: true, open: true, watchers: 0, commit: hash(SECRET), ...more,
  seats: more.seats ?? [
    { seat: 1, who: 'person', name: 'Ana', here: true, away: false, ready: true, accepted: true,
      commit: hash(NUMBER), revealed: false },
  ],
});
const last = (more: Partial<Last['contributions'][0]> = {}): Last => ({
  hand: 1, secret: toHex(SECRET), contributions: [{ seat: 1, commit: hash(NUMBER), nonce: toHex(NUMBER), ...more }],
});
const sealed = async (): Promise<Noted | null> => seal(note(null, room({}), 1), sha256, NUMBER);
const me = (more: object): Room['seats'] => [{ ...room({}).seats[0], ...more } as Room['seats'][0]];

describe('the fair deal', () => {
  it('goes to hexadecimal digits and back', () => {
    expect(toHex(fromHex('00ff07a0'))).toBe('00ff07a0');
  });

  it('follows the promise until one is ready, and not after', async () => {
    const first = note(null, room({}), 1);
    const second = note(first, room({ commit: 'b' }), 1);
    expect(second?.commit).toBe('b');
    const after = note(await seal(second, sha256, NUMBER), room({ commit: 'c', stage: 'dealing' }), 1);
    expect(after?.commit).toBe('b');
  });

  it('tells its number only at the dealing, and only for its own commitment', async () => {
    const noted = await sealed();
    expect(toReveal(noted, room({}), 1)).toBe('');
    expect(toReveal(noted, room({ stage: 'dealing' }), 1)).toBe(toHex(NUMBER));
    const other = room({ stage: 'dealing' });
    Object.assign(other.seats[0] ?? {}, { commit: 'd' });
    expect(toReveal(noted, other, 1)).toBe('');
  });

  it('finds a kept promise, with its own number', async () => {
    expect(await judge(await sealed(), room({ last: last() }), 1, sha256)).toBe('kept_own');
    expect(await judge(note(null, room({}), 1), room({ last: last() }), 1, sha256)).toBe('kept');
  });

  it('finds another secret, another number, a number left out', async () => {
    const noted = await sealed();
    const stacked = { ...last(), secret: '00'.repeat(32) };
    expect(await judge(noted, room({ last: stacked }), 1, sha256)).toBe('broken');
    expect(await judge(noted, room({ last: last({ nonce: '00'.repeat(32) }) }), 1, sha256)).toBe('broken');
    expect(await judge(noted, room({ last: { ...last(), contributions: [] } }), 1, sha256)).toBe('broken');
    expect(await judge(noted, room({ last: last({ nonce: undefined }) }), 1, sha256)).toBe('withheld');
  });

  it('is about one hand only: a page that was loaded again between hands accuses nobody', async () => {
    const between = room({ stage: 'between', hands: 1, commit: 'b', last: last() });
    expect(await judge(note(null, between, 1), between, 1, sha256)).toBe('not_noted');
  });

  it('forgets its number if it was taken back, or came too late', async () => {
    const shown = note(await sealed(), room({}), 1);
    expect(shown?.own?.shown).toBe(true);
    expect(note(shown, room({ seats: me({ ready: false, commit: undefined }) }), 1)?.own).toBeUndefined();
    const late = room({ stage: 'dealing', seats: me({ commit: undefined }) });
    expect(note(await sealed(), late, 1)?.own).toBeUndefined();
  });

  it('does not forget it because the server shows it no more', async () => {
    const shown = note(await sealed(), room({}), 1);
    const hidden = room({ stage: 'dealing', seats: me({ commit: undefined }) });
    expect(note(shown, hidden, 1)?.own).toBeDefined();
  });

  it('says what it could not check', async () => {
    expect(await judge(await sealed(), room({ last: last() }), 1, null)).toBe('unchecked');
    expect(await judge(null, room({ last: last() }), 1, sha256)).toBe('not_noted');
    expect(await judge(null, room({}), 1, sha256)).toBeNull();
  });
});
