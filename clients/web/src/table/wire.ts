// What a table sends: the same from the server (docs/PROTOCOL.md, docs/schema/) and from the engine in this page. Cards
// and moves are codes of the notation (docs/NOTATION.md): "r7", "W4", "play W4 r uno". Seats count from 1.

export type Seat = number;
export type Card = string; // "r7", "b+2", "gs", "yv", "W", "W4", "Wc1"
export type ColorLetter = 'r' | 'y' | 'g' | 'b';
export type ColorWord = 'red' | 'yellow' | 'green' | 'blue';
export type Move = string; // "play r7 uno", "draw", "catch 3"

export type AwaitKind =
  | 'turn' | 'drawn' | 'challenge' | 'color' | 'power' | 'throw' | 'second'
  | 'discard' | 'vote' | 'choice' | 'confirm' | 'swap';

export interface SeatView {
  seat: Seat;
  count: number;
  cards?: Card[]; // those that the viewer knows; all of the viewer's own
  since?: Card[];
  marks?: string[];
  stuck?: number;
  score: number;
  points: number;
}

// Where the turn stands (docs/schema/words.json); fields that would say nothing are missing.
export interface Course {
  turn: Seat;
  next: Seat;
  turns: number;
  step?: number; // a number that means something to one program only
  accused?: Seat; // who laid the top card, if that can have been a bluff
  [more: string]: unknown;
}

export interface View {
  viewer: Seat | 'spectator';
  phase: 'ready' | 'running' | 'won' | 'blocked';
  winner?: Seat;
  awaits: { seat: Seat; kind: AwaitKind } | null;
  asks?: string[];
  drawn?: Card[]; // the viewer's own, to play or keep; several only under an option
  turn: Seat;
  next: Seat;
  turns: number;
  course: Course;
  dealer: Seat;
  direction: 'left' | 'right';
  top: Card | null;
  color: ColorLetter | null;
  hyperspeed?: ColorLetter;
  pile: number;
  discards: number;
  sum?: number;
  owes?: Seat[];
  hands_up?: Seat[];
  power?: Partial<Record<ColorWord, Seat>>;
  seats: SeatView[];
  laid: Card[];
  champions?: Seat[];
}

// One thing that happened; docs/schema/event.json says which fields each kind has.
export interface Event {
  event: string;
  seat?: Seat | null;
  other?: Seat | null;
  to?: Seat | 'all';
  card?: Card | null;
  cards?: Card[];
  color?: ColorLetter | null;
  value?: number;
  as?: string;
  kind?: AwaitKind;
  open?: boolean;
  [more: string]: unknown;
}

// A table after something happened ("events"), or as it is ("view"). Nothing has to be folded or computed.
export interface Told {
  type: 'events' | 'view';
  n: number; // counts up
  by?: 'person' | 'bot' | 'clock';
  events: Event[]; // empty for "view"
  view: View;
  moves: Move[]; // all that the viewer can do now, in or out of turn
  clock?: { seat: Seat; left: number }; // milliseconds
}

export interface Refused {
  type: 'refused';
  why: string; // a code; of a rule of the game the catalogue has it as fault.refusal.WHY
  text?: string; // English, of a server
  clause?: string; // "TURN-1"
  // What is no rule of the game: the catalogue has it as fault.CODE.
  fault?: { code: string; args: string[]; line?: number; column?: number };
}

// The answer to a query: why a move may not be made. `why` is missing if it is legal.
export interface WhyNot {
  type: 'why';
  move: Move;
  why?: string;
  clause?: string;
}

export type Answer = Told | Refused;

// "play r7 uno" -> "play"
export const verbOf = (move: Move): string => move.split(' ', 1)[0] ?? '';
