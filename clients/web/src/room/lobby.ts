// What a room's page works out from the last `room` message. No rules of the game, only who sits where.
import type { EditionInfo, OptionInfo } from '../engine/api';
import type { SeatLabel } from '../table/table';
import type { Seat } from '../table/wire';
import type { Person, Room, RoomSeat, Setting } from './protocol';

export const personAt = (room: Room, seat: Seat | 0): Person | null => {
  const found = room.seats[seat - 1];
  return found?.who === 'person' ? found : null;
};

// Whoever sits may act for a host who is not connected.
export function mayHost(room: Room, seat: Seat | 0): boolean {
  if (!personAt(room, seat)) return false;
  if (room.host === seat || room.host === null) return true;
  return !personAt(room, room.host)?.here;
}

export type Lack =
  | { what: 'empty'; seats: Seat[] }
  | { what: 'ready'; names: string[] }
  | { what: 'accept'; names: string[] };

// What is missing to start, in the order in which one would see to it.
export function lacks(room: Room): Lack[] {
  const out: Lack[] = [];
  const empty = room.seats.filter((one) => one.who === 'nobody').map((one) => one.seat);
  const people = room.seats.filter((one): one is Person => one.who === 'person');
  const slow = people.filter((one) => !one.ready && one.seat !== room.host).map((one) => one.name);
  const unread = room.rules?.length ? people.filter((one) => !one.accepted).map((one) => one.name) : [];
  if (empty.length) out.push({ what: 'empty', seats: empty });
  if (unread.length) out.push({ what: 'accept', names: unread });
  if (slow.length) out.push({ what: 'ready', names: slow });
  return out;
}

// "stacking=any,cards=5"
export function readOptions(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => pair.split('='));
  return Object.fromEntries(pairs.filter((pair) => pair.length === 2).map(([name, value]) => [name, value]));
}

// Only what differs from the edition's own.
export function writeOptions(chosen: Record<string, string>, own: Record<string, string>): string {
  return Object.entries(chosen)
    .filter(([name, value]) => value !== own[name])
    .map(([name, value]) => `${name}=${value}`)
    .join(',');
}

// What people ask about first.
const FIRST = ['format', 'target', 'cards', 'custom_wilds', 'teams', 'stacking', 'draw', 'seven_zero', 'jump_in'];

// An option is offered if it can make a difference at this table.
export function offered(
  options: OptionInfo[], edition: EditionInfo, seats: number, chosen: Record<string, string>,
): OptionInfo[] {
  const rank = ({ name }: OptionInfo): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  const sorted = [...options].sort((a, b) => rank(a) - rank(b));
  return sorted.filter(({ name }) => {
    if (name === 'turn_limit' || !(name in edition.options)) return false;
    if (name === 'target') return chosen.format !== 'hand';
    if (name === 'two_player_reverse') return seats === 2;
    if (name === 'teams') return seats >= 4 && seats % 2 === 0;
    return true;
  });
}

export const usual: Setting = {
  edition: 'classic', options: '', seats: 4, clock: 45, listed: false, chat: true, open: true,
};

export const settingOf = (room: Room): Setting => ({
  edition: room.edition, options: room.options, seats: room.seats.length, clock: room.clock,
  listed: room.listed, chat: room.chat, open: room.open,
});

// `title`: of a bot's level; `bot`, `free`: what a bot and an empty seat are called. Bots of one level are numbered.
export function seatLabels(room: Room, title: (level: string) => string, bot: string, free: string): SeatLabel[] {
  const levels = room.seats.map((one) => (one.who === 'bot' ? one.level : ''));
  const number = (index: number): string => {
    const level = levels[index];
    if (levels.filter((one) => one === level).length === 1) return '';
    return ` ${levels.slice(0, index + 1).filter((one) => one === level).length}`;
  };
  return room.seats.map((one: RoomSeat, index) => {
    if (one.who === 'person') {
      const { seat, name, here, away, joins } = one;
      return { seat, name, here, away, joins };
    }
    if (one.who === 'bot') return { seat: one.seat, name: title(one.level) + number(index), level: bot };
    return { seat: one.seat, name: free };
  });
}

// Where one could sit down: free in the lobby, left by somebody at the table.
export const openSeats = (room: Room): Seat[] =>
  room.seats
    .filter((one) => (room.stage === 'lobby' ? one.who === 'nobody' : one.who === 'bot' && one.vacant))
    .map((one) => one.seat);

// What one types, pastes or scans: a code in any case, with spaces, or a whole link.
export function codeIn(text: string): string {
  const link = /#\/room\/([A-Za-z0-9]+)/.exec(text);
  return (link?.[1] ?? text).replace(/[^A-Za-z0-9]/g, '').toUpperCase().slice(0, 16);
}

export function shuffled<T>(list: readonly T[], chance: () => number = Math.random): T[] {
  const out = [...list];
  for (let left = out.length; left > 1; --left) {
    const other = Math.floor(chance() * left);
    [out[other], out[left - 1]] = [out[left - 1] as T, out[other] as T];
  }
  return out;
}

export type News = { what: 'came' | 'went' | 'lost' | 'found' | 'host'; name: string };

// What has changed about the others, for who does not see it.
export function news(before: Room, now: Room, you: Seat | 0): News[] {
  const out: News[] = [];
  for (const { seat } of now.seats.filter((one) => one.seat !== you)) {
    const [then, there] = [personAt(before, seat), personAt(now, seat)];
    if (then && then.name !== there?.name) out.push({ what: 'went', name: then.name });
    if (there && there.name !== then?.name) out.push({ what: 'came', name: there.name });
    else if (then && there && then.here !== there.here)
      out.push({ what: there.here ? 'found' : 'lost', name: there.name });
  }
  const host = personAt(now, now.host ?? 0);
  if (host && before.host !== null && before.host !== now.host) out.push({ what: 'host', name: host.name });
  return out;
}
