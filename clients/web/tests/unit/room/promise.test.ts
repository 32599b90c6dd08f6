import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { promiseAfter, seal, toHex, toReveal, type Noted, type OwnNumber } from '../../../src/room/fair/promise';
import type { Room } from '../../../src/room/connection/protocol';

const NUMBER = new Uint8Array(32).fill(7);
const own: OwnNumber = { nonce: toHex(NUMBER), commit: createHash('sha256').update(NUMBER).digest('hex') };

const room = (more: Partial<Room>): Room => ({
  type: 'room', n: 1, room: 'KJD3TX', stage: 'lobby', host: 1, edition: 'classic', options: '', clock: 45,
  listed: false, chat: true, open: true, watchers: 0, commit: 'a', ...more,
  seats: more.seats ?? [
    { seat: 1, who: 'person', name: 'Ana', here: true, away: false, ready: true, accepted: true,
      commit: own.commit, revealed: false },
  ],
});
const sealed = (): Noted | null => seal(promiseAfter(null, room({}), 1), own);
const me = (more: object): Room['seats'] => [{ ...room({}).seats[0], ...more } as Room['seats'][0]];

describe('the fair deal, before the hand', () => {
  it('writes bytes as hexadecimal digits', () => {
    expect(toHex(new Uint8Array([0, 255, 7, 160]))).toBe('00ff07a0');
  });

  it('follows the promise until one is ready, and not after', () => {
    const first = promiseAfter(null, room({}), 1);
    const second = promiseAfter(first, room({ commit: 'b' }), 1);
    expect(second?.commit).toBe('b');
    const after = promiseAfter(seal(second, own), room({ commit: 'c', stage: 'dealing' }), 1);
    expect(after?.commit).toBe('b');
  });

  it('tells its number only at the dealing, and only for its own commitment', () => {
    const noted = sealed();
    expect(toReveal(noted, room({}), 1)).toBe('');
    expect(toReveal(noted, room({ stage: 'dealing' }), 1)).toBe(own.nonce);
    const other = room({ stage: 'dealing' });
    Object.assign(other.seats[0] ?? {}, { commit: 'd' });
    expect(toReveal(noted, other, 1)).toBe('');
  });

  it('notes whose numbers were revealed', () => {
    const dealing = room({ stage: 'dealing', seats: me({ revealed: true }) });
    expect(promiseAfter(sealed(), room({ stage: 'dealing' }), 1)?.others).toEqual({});
    const noted = promiseAfter(sealed(), dealing, 1);
    expect(noted?.others).toEqual({ 1: own.commit });
    expect(promiseAfter(noted, room({ stage: 'between', hands: 1, commit: 'b' }), 1)?.others).toEqual({});
  });

  it('forgets its number if it was taken back, or came too late', () => {
    const shown = promiseAfter(sealed(), room({}), 1);
    expect(shown?.own?.shown).toBe(true);
    expect(promiseAfter(shown, room({ seats: me({ ready: false, commit: undefined }) }), 1)?.own).toBeUndefined();
    const late = room({ stage: 'dealing', seats: me({ commit: undefined }) });
    expect(promiseAfter(sealed(), late, 1)?.own).toBeUndefined();
  });

  it('does not forget it because the server shows it no more', () => {
    const shown = promiseAfter(sealed(), room({}), 1);
    const hidden = room({ stage: 'dealing', seats: me({ commit: undefined }) });
    expect(promiseAfter(shown, hidden, 1)?.own).toBeDefined();
  });
});
