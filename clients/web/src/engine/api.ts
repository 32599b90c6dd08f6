// What the engine in this page can do: the contract of bindings/wasm/comodin.cpp and of engine.ts, which runs it in a
// worker. The whole state of a game stays inside the WebAssembly module; what comes out is made for one viewer.
// Every function takes texts and numbers and gives JSON, exactly as typed here.
import type { Answer, Card, ColorWord, Event, Move, Refused, Seat, Told, View, WhyNot } from '../table/wire';

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
  cards: CardInfo[]; // with its own options, and all custom wilds
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

// A sentence of a rule, as the engine has read it. Which fields there are depends on its kind (docs/RULE-LANGUAGE.md).
export interface Sentence {
  kind: string; // "draw", "vote" …: notation/rule_tree.cpp has them all
  who?: string;
  to?: string; // of show and swap_with
  n?: number;
  color?: string; // "named" or a colour
  sort?: string; // "wilds", "named" or a colour
  count?: string; // of a vote: "any", "all", "most"
  until?: string; // of a mark: "end", "uno"
  text?: string;
  branches?: { label: string; sentences: Sentence[] }[]; // of a vote: yes, no; of a choice: one for each label
}

export interface About {
  editions: EditionInfo[];
  options: OptionInfo[];
  levels: { name: string; title: string }[]; // weakest first; the catalogue has bot.NAME
  rules: { name: string; text: string; tree: Sentence[] }[]; // the ten ready rules
}

// A table as somebody asks for it.
export interface TableRequest {
  edition: string;
  players: number;
  levels: string[]; // of the seats 2 …
  options: Record<string, string>; // what differs from the edition's own
  rules: string[]; // on the custom wilds, in order: names of ready rules or texts; '' or missing: picked by the seed
  seed: string; // decimal, 64 bits; '': the caller must fill it in before it gets here
}

export interface Fault {
  type: 'fault';
  code: string; // a text of the catalogue: fault.CODE (words/fault.ts)
  args: string[];
  line?: number; // from 1; missing where there is no place
  column?: number; // in bytes
}

export interface RuleReading {
  type: 'rule';
  text: string; // canonical
  confirm: boolean; // only words, to be confirmed by the player (CUSTOM-4)
  name: string; // of the ready rule, if it is one; '' if written by hand
  tree: Sentence[];
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
  fault: Omit<Fault, 'type'> | null; // what `comodin check` would complain about
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
  turned: number; // how many of those left another seat with the fewest cards
  players: number; // seats that played one, hand by hand
  winners: number; // how many of those won that hand
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
  why: Omit<Fault, 'type'> | null; // what is wrong
  ended: boolean; // the game is over
  game: string;
  hands: ProvedHand[]; // empty if it does not hold
}

export interface EngineApi {
  about(): About;
  // A ready rule's name, or a text in the rule language (docs/RULE-LANGUAGE.md).
  rule(text: string): RuleReading | Fault;

  // One person at seat 1, and bots. `begin` deals the first hand.
  begin(request: TableRequest): Told | Fault;
  resume(saved: string): Told | Fault; // what saved() gave
  // Continues from a scenario's position, after its moves, with the person at seat 1 and bots of these levels at the
  // others.
  practise(scenario: string, levels: string[], seed: string): Told | Fault;
  look(): Told; // the table as it is, type "view"
  deal(): Answer; // the next hand
  // The person's move, in or out of turn. `at`: the `n` of what the person saw; an answer to an older question is
  // refused as stale.
  move(move: Move, at: number): Answer;
  why(move: Move): WhyNot | Refused; // why it may not be made; nothing happens
  next(): { after: number }; // bots decide what they do next: milliseconds a person would take, -1: they wait
  go(): Answer; // makes that move
  hint(slices: number): Hint; // this many more slices of sampling on the person's present question
  // For continuing later: the record so far, with everything that takes. It holds the deal, including what the person
  // may not see, so it goes to storage and nowhere else. The same is true of record() while the game runs.
  saved(): string;
  record(): string; // the game as `comodin check` reads it
  deck(): CardInfo[]; // of the running game, options included
  clause(word: string): string; // "no_match" -> "TURN-1"

  // A record or scenario, step by step.
  open(record: string): RecordAbout | Fault;
  at(step: number, viewer: Seat | 0 | -1): Told; // 0: a spectator; -1: all hands open
  chances(step: number, worlds: number): Chances; // after this step; hands as they are, the pile's order unknown
  prospects(step: number, worlds: number): Prospects; // what its player could have done, as far as they could know

  // A server's record: does it follow from the values in it (docs/FAIR.md)? If so, what each viewer was told.
  prove(record: string): ProofAbout;
  proved(step: number, viewer: Seat | 0): Told; // 0: a spectator; no moves
  sha256(digits: string): string; // of 32 bytes, as 64 hexadecimal digits

  // What a rule does to a game: bots' hands with it, and with the same wilds without a rule.
  trial(edition: string, players: number, rule: string): TrialReport | Fault; // ready to run
  trialRun(hands: number): TrialReport; // plays this many more

  signature(): string; // as `comodin bench --signature`
  bench(hands: number): { hands: number; decisions: number };
}

export type { Answer, Event, Told, View };
