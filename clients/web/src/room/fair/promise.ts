// The client's part of the fair deal (docs/FAIR.md) before the hand: note the server's promise, and add a random
// number of our own. verify.ts finds out whether both were kept.
import type { Seat } from '../../table/wire';
import type { Room } from '../connection/protocol';

export interface Noted {
  hand: number;
  commit: string; // the server's, before the hand
  sealed: boolean; // the player is ready, or the numbers are being revealed: it must not change any more
  own?: OwnNumber;
  others?: Record<Seat, string>; // commitments of those who were seen to reveal their numbers
}
export interface OwnNumber {
  nonce: string;
  commit: string;
  shown?: boolean; // everybody was told its commitment
  told?: boolean; // the server has it
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

// What is known after this message. The promise is noted before a hand; from `ready` on it must not change.
export function promiseAfter(noted: Noted | null, room: Room, seat: Seat | 0): Noted | null {
  const before = room.stage === 'lobby' || room.stage === 'between' || room.stage === 'dealing';
  if (!before || !room.commit) return noted;
  const hand = room.stage === 'lobby' ? 1 : (room.hands ?? 0) + 1;
  const same = noted?.hand === hand ? noted : null;
  const commit = same?.sealed ? same.commit : room.commit;
  const sealed = same?.sealed || room.stage === 'dealing';
  return { hand, commit, sealed, ...ownAfter(same, room, seat), others: { ...same?.others, ...revealedIn(room) } };
}

const revealedIn = ({ stage, seats }: Room): Record<Seat, string> =>
  Object.fromEntries(
    seats.flatMap((one) =>
      stage === 'dealing' && one.who === 'person' && one.revealed && one.commit ? [[one.seat, one.commit]] : []),
  );

// Our own number counts once its commitment was shown. It is dropped if the player is not ready after all, or if the
// dealing began before it arrived.
function ownAfter(noted: Noted | null, room: Room, seat: Seat | 0): Pick<Noted, 'own'> {
  const me = room.seats[seat - 1];
  if (!noted?.own || me?.who !== 'person') return {};
  if (me.commit === noted.own.commit) return { own: { ...noted.own, shown: true } };
  const dropped = noted.own.shown ? !me.ready : room.stage === 'dealing';
  return dropped ? {} : { own: noted.own };
}

// Ready, with our own number if there is one.
export const seal = (noted: Noted | null, own?: OwnNumber): Noted | null =>
  noted && { ...noted, sealed: true, ...(own ? { own } : {}) };

// The number to reveal now; '': none.
export function toReveal(noted: Noted | null, room: Room, seat: Seat | 0): string {
  const me = room.seats[seat - 1];
  if (room.stage !== 'dealing' || me?.who !== 'person' || me.revealed || !noted?.own) return '';
  return me.commit === noted.own.commit ? noted.own.nonce : '';
}
