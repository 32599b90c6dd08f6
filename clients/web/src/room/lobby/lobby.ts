// What the page derives from the last `room` message: who sits where, but no rules of the game.
import type { EditionInfo, OptionInfo } from '../../engine/api';
import type { SeatLabel } from '../../table/board-props';
import { distinctName, sameName } from '../../settings/name';
import { BOT_NAMES } from '../../solo/table-request';
import type { Seat } from '../../table/wire';
import type { Person, Room, RoomSeat, Setting } from '../connection/protocol';

export const personAt = (room: Room, seat: Seat | 0): Person | null => {
  const found = room.seats[seat - 1];
  return found?.who === 'person' ? found : null;
};

// Anybody with a seat may act for a host who is not connected.
export function mayHost(room: Room, seat: Seat | 0): boolean {
  if (!personAt(room, seat)) return false;
  if (room.host === seat || room.host === null) return true;
  return !personAt(room, room.host)?.here;
}

export type Lack =
  | { what: 'empty'; seats: Seat[] }
  | { what: 'ready'; names: string[] }
  | { what: 'accept'; names: string[] };

// What is still missing before the game can start, most urgent first.
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

// One quick hand, and nothing to read before it: everything else is a press away.
export const usual: Setting = {
  edition: 'classic', options: 'format=hand,custom_wilds=0', seats: 4, clock: 45, listed: false, chat: true, open: true,
};

export const settingOf = (room: Room): Setting => ({
  edition: room.edition, options: room.options, seats: room.seats.length, clock: room.clock,
  listed: room.listed, chat: room.chat, open: room.open,
});

// `own`: the face that you have chosen; the others see that of your name.
export const withFaces = (labels: readonly SeatLabel[], you: Seat | 0, own: number): SeatLabel[] =>
  labels.map((label) => (label.seat === you ? { ...label, face: own } : label));

const NAMES = [...BOT_NAMES, 'Mia']; // one for each seat

export const peopleAt = (room: Room): string[] =>
  room.seats.filter((one): one is Person => one.who === 'person').map((one) => one.name);

// What the bot at this seat is called: bots have names of their own, by the seat, and never a person's.
export function botName(room: Room, seat: Seat): string {
  const people = peopleAt(room);
  const isFree = (name: string): boolean => !people.some((other) => sameName(name, other));
  const usual = (of: Seat): string => NAMES[of - 1] ?? `Bot ${of}`;
  if (isFree(usual(seat))) return usual(seat);
  const bots = room.seats.filter((one) => one.who === 'bot').map((one) => one.seat);
  const spare = NAMES.filter((name) => isFree(name) && !bots.some((one) => usual(one) === name));
  return spare[bots.filter((one) => !isFree(usual(one))).indexOf(seat)] ?? distinctName(usual(seat), people);
}

// `title`: of a bot's level; `free`: what an empty seat is called.
export function seatLabels(room: Room, title: (level: string) => string, free: string): SeatLabel[] {
  return room.seats.map((one: RoomSeat) => {
    if (one.who === 'person') {
      const { seat, name, here, away, joins } = one;
      return { seat, name, here, away, joins };
    }
    if (one.who === 'bot') return { seat: one.seat, name: botName(room, one.seat), level: title(one.level) };
    return { seat: one.seat, name: free };
  });
}

// Seats that can be taken: free ones in the lobby, abandoned ones at the table.
export const openSeats = (room: Room): Seat[] =>
  room.seats
    .filter((one) => (room.stage === 'lobby' ? one.who === 'nobody' : one.who === 'bot' && one.vacant))
    .map((one) => one.seat);

// A code as people type, paste or scan it: in any case, with spaces, or as a whole link.
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

// What has changed about the others, for those who cannot see it. `lost` holds the seats that were without connection:
// whoever sits down is connected a moment later, and is not "back".
export function news(before: Room, now: Room, you: Seat | 0, lost = new Set<Seat>()): News[] {
  const out: News[] = [];
  for (const { seat } of now.seats.filter((one) => one.seat !== you)) {
    const [then, there] = [personAt(before, seat), personAt(now, seat)];
    if (then && then.name !== there?.name) out.push({ what: 'went', name: then.name });
    if (there && there.name !== then?.name) out.push({ what: 'came', name: there.name });
    else if (then && there && then.here !== there.here && (then.here || lost.has(seat)))
      out.push({ what: there.here ? 'found' : 'lost', name: there.name });
    if (then?.here && there && !there.here && then.name === there.name) lost.add(seat);
    else if (!there || there.here || there.name !== then?.name) lost.delete(seat);
  }
  const host = personAt(now, now.host ?? 0);
  if (host && before.host !== null && before.host !== now.host) out.push({ what: 'host', name: host.name });
  return out;
}
