// What the engine in this page can do: the contract of bindings/wasm/comodin.cpp and of engine.ts, which runs it in a
// worker. The whole state of a game stays inside the WebAssembly module; what comes out is made for one viewer.
// Every function takes texts and numbers and gives JSON, exactly as typed here.
import type { Answer, Card, ColorWord, Event, Move, Seat, Told, View } from '../table/wire';

export interface CardInfo {
  card: Card;
  color: ColorWord | null; // null: a wild
  symbol: string; // "7", "+2", "s", "v", "W", "W4", "Wc"
  custom: number; // which custom wild, from 1; 0: none
  copies: number;
  points: number;
}

export interface EditionInfo {
  id: string;
  title: { es: string; en: string };
  direction: 'left' | 'right';
  cards: CardInfo[]; // with its own options; custom wilds all there
  customs: number; // how many custom wilds can be in the deck
  powers: Partial<Record<ColorWord, 'gift' | 'double' | 'flip' | 'shield'>>;
  hyperspeed: boolean;
  options: Record<string, string>; // its own values of the options that it uses
}

export interface OptionInfo {
  name: string; // the catalogue has option.NAME, option.NAME.about and option.NAME.VALUE
  values: string[]; // empty: a number from min to max
  min: number;
  max: number;
  literal?: string; // of a reading: what the books' words say. It has option.NAME.VALUE.rule as well, a sentence
}

export interface About {
  editions: EditionInfo[];
  options: OptionInfo[];
  levels: { name: string; title: string; about: { es: string; en: string } }[]; // weakest first
  rules: { name: string; text: string }[]; // the ten ready rules
}

// A table as somebody asks for it.
export interface Wish {
  edition: string;
  players: number;
  levels: string[]; // of the seats 2 …
  options: Record<string, string>; // what differs from the edition's own
  rules: string[]; // on the custom wilds, in order: names of ready rules or texts; '' or missing: picked by the seed
  seed: string; // decimal, 64 bits; '': the caller must fill it in before it gets here
}

export interface Fault {
  type: 'fault';
  line: number; // from 1; 0: no place
  column: number;
  what: string; // English: "expected a number from 1 to 20, got `two`"
}

export interface RuleReading {
  type: 'rule';
  text: string; // canonical
  confirm: boolean; // only words, to be confirmed by the player (CUSTOM-4)
  name: string; // of the ready rule it is; '' if written by hand
}

export interface MoveChance {
  move: Move;
  win: number; // chance to win the hand, 0 … 1
  points: number; // net points of the hand, on average
}

export interface Hint {
  moves: MoveChance[]; // best first
  percent: number; // of the sampling done so far
}

export interface RecordAbout {
  type: 'record';
  name: string;
  edition: string;
  options: Record<string, string>; // all
  players: number;
  names: string[];
  rules: string[]; // on the custom wilds, as sentences or names
  // One for each step that can be shown; step 0 is the set-up. A `deal` has no seat.
  steps: { seat: Seat | null; move: Move; hand: number }[];
  fault: string; // what `comodin check` would complain about; '' if nothing
}

export interface Chances {
  win: number[]; // of each seat, from 1; sums to 1 unless a hand is blocked
  worlds: number;
}

export interface Prospects {
  seat: Seat;
  played: Move;
  moves: MoveChance[]; // best first; empty if there was nothing to decide
}

export interface TrialSide {
  hands: number;
  turns: number; // of a hand, on average
  lengths: number[]; // hands by their turns: 0–9, 10–19, …, 90 and more
  played: number; // custom wilds played
  turned: number; // of those, so many after which another seat had the fewest cards
  players: number; // seats that played one, hand by hand
  winners: number; // of those, so many that won that hand
  wins: number[]; // hands won by each seat
  blocked: number;
}

export interface TrialReport {
  percent: number;
  with: TrialSide;
  without: TrialSide;
}

export interface ProvedHand {
  hand: number; // from 1
  commit: string;
  secret: string;
  contributions: { seat: Seat; commit: string; nonce?: string }[]; // no nonce: withheld
  steps: number; // its deal and its moves
}
export interface ProofAbout {
  type: 'proof';
  holds: boolean;
  why: string; // what is wrong, in English
  ended: boolean; // the game is over
  game: string;
  hands: ProvedHand[]; // empty if it does not hold
}

export interface EngineApi {
  about(): About;
  // A ready rule's name, or a text in the rule language (docs/RULE-LANGUAGE.md).
  rule(text: string): RuleReading | Fault;

  // One person at seat 1, and bots. `begin` deals the first hand.
  begin(wish: Wish): Told | Fault;
  resume(saved: string): Told | Fault; // what saved() gave
  // Goes on from a scenario's position, after its moves, at seat 1; bots of these levels at the others.
  practise(scenario: string, levels: string[], seed: string): Told | Fault;
  look(): Told; // the table as it is, type "view"
  deal(): Answer; // the next hand
  move(move: Move): Answer; // the person's; works in and out of turn
  next(): { after: number }; // bots decide what they do next: milliseconds a person would take, -1: they wait
  go(): Answer; // makes that move
  hint(slices: number): Hint; // so many more slices of sampling on the person's present question
  // To go on later: the record so far, with what it takes. It holds the deal, also what the person may not see: it is
  // the person's own, and goes to storage and nowhere else. The same of record() while the game runs.
  saved(): string;
  record(): string; // the game as `comodin check` reads it
  deck(): CardInfo[]; // of the game that runs, options and all
  clause(word: string): string; // "no_match" -> "TURN-1"

  // A record or scenario, step by step.
  open(record: string): RecordAbout | Fault;
  at(step: number, viewer: Seat | 0 | -1): Told; // 0: a spectator; -1: all hands open
  chances(step: number, worlds: number): Chances; // after this step; hands as they are, the pile's order unknown
  prospects(step: number, worlds: number): Prospects; // what its mover could have done, from what they could know

  // A server's record: does it follow from the values in it (docs/FAIR.md)? If so, what each viewer was told.
  prove(record: string): ProofAbout;
  proved(step: number, viewer: Seat | 0): Told; // 0: a spectator; no moves
  sha256(digits: string): string; // of 32 bytes, as 64 hexadecimal digits

  // What a rule does to a game: bots' hands with it, and with the same wilds without a rule.
  trial(edition: string, players: number, rule: string): TrialReport | Fault; // ready to run
  trialRun(hands: number): TrialReport; // plays so many more

  signature(): string; // as `comodin bench --signature`
  bench(hands: number): { hands: number; decisions: number };
}

export type { Answer, Event, Told, View };
