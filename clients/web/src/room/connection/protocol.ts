// What goes over the socket: docs/PROTOCOL.md, second chapter; docs/schema/command.json and server.json.
import type { Card, Event, Move, Refused, Seat, Told, View, WhyNot } from '../../table/wire';

export const PROTOCOL_VERSION = 2;

export type Stage = 'lobby' | 'dealing' | 'playing' | 'between' | 'over';

export interface Person {
  seat: Seat;
  who: 'person';
  name: string;
  here: boolean; // connected
  away: boolean; // a bot plays for them
  joins?: boolean; // with the next hand: until then a bot plays on, and they watch
  ready: boolean;
  accepted: boolean;
  commit?: string;
  revealed?: boolean;
}
export type RoomSeat =
  | { seat: Seat; who: 'nobody' }
  | Person
  | { seat: Seat; who: 'bot'; level: string; vacant: boolean };

export interface CustomRule {
  card: Card;
  text: string; // as written: the name of a ready rule, or sentences
  means: string; // in the rule language
}

export interface Last {
  hand: number;
  secret: string;
  contributions: { seat: Seat; commit: string; nonce?: string }[];
}

export interface Setting {
  edition: string;
  options: string; // "stacking=any,cards=5"
  seats: number;
  clock: number; // seconds; 0: none
  listed: boolean;
  chat: boolean;
  open: boolean;
}

export interface Room extends Omit<Setting, 'seats'> {
  type: 'room';
  n: number;
  room: string;
  stage: Stage;
  host: Seat | null;
  watchers: number;
  seats: RoomSeat[];
  rules?: CustomRule[];
  digest?: string;
  game?: string;
  hands?: number;
  commit?: string;
  last?: Last;
}

export interface RoomRow {
  room: string;
  stage: Stage;
  edition: string;
  options: string;
  seats: number;
  people: number;
  free: number;
  watchers: number;
}

export interface GameRow {
  game: string;
  room: string;
  edition: string;
  ended: number; // seconds since 1970
  seats: { name: string; score: number }[];
  champions: Seat[];
}

export interface Chat {
  type: 'chat';
  seat: Seat;
  name: string;
  phrase?: string;
  text?: string;
}

export type Ack = { type: 'ack'; id: string; n: number; room?: string; seat?: Seat; token?: string };
export type Refusal = Refused & { id?: string };
// The messages that answer a command.
export type Reply =
  | Ack
  | Refusal
  | { type: 'rooms'; id: string; rooms: RoomRow[] }
  | { type: 'games'; id: string; games: GameRow[] }
  | { type: 'record'; id: string; game: string; record: string }
  | (WhyNot & { id: string });

type Table = { n: number; view: View; moves: Move[]; clock?: { seat: Seat; left: number } };
export type Message =
  | Reply
  | { type: 'welcome'; id: string; version: number; player: string; token?: string }
  | Room
  | (Table & { type: 'events'; by: NonNullable<Told['by']>; events: Event[] })
  | (Table & { type: 'view' })
  | { type: 'clock'; seat: Seat; left: number }
  | Chat
  | { type: 'bye'; why: string; to?: string };

export type Fields = Record<string, string | number | boolean>;
export type Command = { do: string; id: string } & Fields;

export const PHRASES = [
  'hello', 'good_luck', 'well_played', 'thanks', 'ouch', 'hurry_up', 'sorry', 'one_more', 'goodbye',
  'laugh', 'cry', 'wow', 'heart', 'thumbs_up', 'think', 'angry', 'party', 'zzz',
] as const;
