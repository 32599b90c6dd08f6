// The client's part of the fair deal (docs/FAIR.md): note the server's promise before the hand, add a number of one's
// own, and look afterwards whether both were kept.
import type { Seat } from '../table/wire';
import type { Room } from './protocol';

// Bytes to hexadecimal digits. Null: this page cannot (browsers hash only on secure addresses).
export type Sha256 = ((bytes: Uint8Array<ArrayBuffer>) => Promise<string>) | null;

export type Verdict =
  | 'unchecked' // this page cannot hash
  | 'not_noted' // one was not here before the hand
  | 'kept' // the promise was kept
  | 'kept_own' // and one's own number is in the deal
  | 'withheld' // the promise was kept, but one's own number did not arrive in time
  | 'broken'; // the secret is not the one that was promised, or one's own number was changed

export interface Noted {
  hand: number;
  commit: string; // the server's, before the hand
  sealed: boolean; // one has said ready, or the numbers are being told: it must not change any more
  own?: { nonce: string; commit: string; shown?: boolean }; // shown: everybody was told its commitment
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const fromHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

// What is known after this message. Before a hand the promise is taken down; from `ready` on it stays.
export function note(noted: Noted | null, room: Room, seat: Seat | 0): Noted | null {
  const before = room.stage === 'lobby' || room.stage === 'between' || room.stage === 'dealing';
  if (!before || !room.commit) return noted;
  const hand = room.stage === 'lobby' ? 1 : (room.hands ?? 0) + 1;
  const same = noted?.hand === hand ? noted : null;
  const commit = same?.sealed ? same.commit : room.commit;
  return { hand, commit, sealed: same?.sealed || room.stage === 'dealing', ...ownAfter(same, room, seat) };
}

// One's own number counts once its commitment was shown. It is dropped if one is not ready after all, or if the
// dealing began before it arrived.
function ownAfter(noted: Noted | null, room: Room, seat: Seat | 0): Pick<Noted, 'own'> {
  const me = room.seats[seat - 1];
  if (!noted?.own || me?.who !== 'person') return {};
  if (me.commit === noted.own.commit) return { own: { ...noted.own, shown: true } };
  const dropped = noted.own.shown ? !me.ready : room.stage === 'dealing';
  return dropped ? {} : { own: noted.own };
}

// Ready, with a number of one's own if this page can.
export async function seal(
  noted: Noted | null, sha256: Sha256, random: Uint8Array<ArrayBuffer>,
): Promise<Noted | null> {
  if (!noted || !sha256) return noted && { ...noted, sealed: true };
  return { ...noted, sealed: true, own: { nonce: toHex(random), commit: await sha256(random) } };
}

// The number to be told now; '': none.
export function toReveal(noted: Noted | null, room: Room, seat: Seat | 0): string {
  const me = room.seats[seat - 1];
  if (room.stage !== 'dealing' || me?.who !== 'person' || me.revealed || !noted?.own) return '';
  return me.commit === noted.own.commit ? noted.own.nonce : '';
}

export async function judge(noted: Noted | null, room: Room, seat: Seat | 0, sha256: Sha256): Promise<Verdict | null> {
  if (!room.last) return null;
  if (!sha256) return 'unchecked';
  if (noted?.hand !== room.last.hand) return 'not_noted';
  if ((await sha256(fromHex(room.last.secret))) !== noted.commit) return 'broken';
  if (!noted.own) return 'kept';
  const mine = room.last.contributions.find((one) => one.seat === seat);
  if (!mine || mine.commit !== noted.own.commit) return 'broken';
  if (!mine.nonce) return 'withheld';
  return mine.nonce === noted.own.nonce ? 'kept_own' : 'broken';
}
