// A table as the board draws it. The board knows no rules and no network: it is told how things stand, and it sends
// moves.
import type { Snippet } from 'svelte';
import type { Bubble } from '../board/bubbles';
import type { CardInfo, EditionInfo, Hint } from '../engine/api';
import type { Move, Refused, Seat, Told, WhyNot } from './wire';

// Who sits where.
export interface SeatLabel {
  seat: Seat;
  name: string;
  face?: number; // the one they chose; missing: it follows from the name
  level?: string; // a bot's title, "Casual"
  here?: boolean; // false: not connected
  away?: boolean; // a bot plays for them
  joins?: boolean; // with the next hand
}

export interface BoardProps {
  told: Told; // the last message; when n changes, its events are shown as movement and words
  you: Seat | 0; // 0: watching
  seats: SeatLabel[];
  edition: EditionInfo;
  deck: CardInfo[];
  rules: string[]; // on the custom wilds, in order: names of ready rules or sentences
  // Makes a move; null if it was made. Missing: nothing can be done (a replay, a spectator).
  send?: (move: Move) => Promise<Refused | null>;
  why?: (move: Move) => Promise<WhyNot | Refused>; // asks about a move that is not offered; nothing happens
  hint?: Hint | null; // shown beside the cards it is about
  onhint?: () => void; // missing: no hints at this table
  options?: Record<string, string>; // of this table, where they are not the edition's own
  teams?: boolean; // opposite seats are partners
  replayed?: boolean; // it is not happening now: the draw for the deal is only described
  said?: ReadonlyMap<Seat, Bubble>; // what people have just said, shown at their seats
  talk?: Snippet<[beside: boolean]>; // the chat: in the column of the log, where there is one, or over the table
  onskip?: (left: number) => void; // a press has ended what was shown; for so many milliseconds more is shown
  after?: Snippet; // how the game continues after a hand: buttons under its result
}
