// The proof: everything that this page was shown of a hand must follow from what the server has published. The engine
// in this page deals and plays the record anew (bindings/wasm); here its telling is compared with what was shown.
import type { Engine } from '../../engine/engine';
import type { ProofAbout, ProvedHand } from '../../engine/api';
import type { Event, Seat, View } from '../../table/wire';
import type { Last } from '../connection/protocol';
import { eventsText, viewText, type Shown, type ShownHand } from './witness';

export type Prover = Pick<Engine, 'prove' | 'proved'>;

// What does not agree: the secret, our own number, somebody else's number, the record, its game; or what was shown: the
// player's hand, a drawn card, the top card, anything else on the table.
export type What = 'secret' | 'number' | 'others' | 'record' | 'game' | 'cards' | 'drawn' | 'top' | 'table';
export interface Verdict {
  says:
    | 'later' // the room shows its hands when the game is over
    | 'checking'
    | 'checked'
    | 'own' // checked, and our own number is in the deal
    | 'part' // what was seen agrees; not everything was seen
    | 'withheld' // all agrees, but our own number did not arrive in time
    | 'no_record' // the server does not say what the hand was dealt from
    | 'failed' // this page could not compute it
    | 'broken';
  hand: number; // the hand that it is about; 0: no single one
  what?: What;
}

const GRAVE: Verdict['says'][] = ['broken', 'no_record', 'failed', 'withheld', 'part', 'checked', 'own'];

// Of several hands, the worst result is reported.
export const worst = (verdicts: Verdict[]): Verdict | null =>
  GRAVE.map((says) => verdicts.find((one) => one.says === says)).find((one) => one) ?? null;

// Checks every hand that was shown against the record of the game. `last`: what the server said about the last hand.
export async function verify(
  hands: ShownHand[], game: string, record: string, last: Last | undefined, prover: Prover,
): Promise<Verdict> {
  const proof = await prover.prove(record);
  if (!proof.holds) return { says: 'broken', hand: 0, what: 'record' };
  if (proof.game !== game) return { says: 'broken', hand: 0, what: 'game' };
  const verdicts: Verdict[] = [];
  for (const hand of hands) {
    const { says, what } = await judge(hand, proof, last, prover);
    verdicts.push({ says, what, hand: hand.hand });
  }
  return worst(verdicts) ?? { says: 'part', hand: 0 };
}

type Finding = Pick<Verdict, 'says' | 'what'>;
const broken = (what: What): Finding => ({ says: 'broken', what });

async function judge(
  hand: ShownHand, proof: ProofAbout, last: Last | undefined, prover: Prover,
): Promise<Finding> {
  const value = proof.hands[hand.hand - 1];
  if (!value) return broken('record');
  if (last?.hand === hand.hand && last.secret !== value.secret) return broken('secret');
  if (hand.promise && hand.promise.commit !== value.commit) return broken('secret');
  const numbers = numbersOf(hand, value);
  if (numbers.says === 'broken') return numbers;
  const first = proof.hands.slice(0, hand.hand - 1).reduce((sum, one) => sum + one.steps, 0);
  const { agreed, what } = await compare(hand.shown, first, value.steps, prover);
  if (what) return broken(what);
  return hand.promise && !hand.cut && agreed === value.steps ? numbers : { says: 'part' };
}

// Our own number must be part of the deal; numbers that others were seen to reveal must not have changed.
function numbersOf({ promise, seat }: ShownHand, { contributions }: ProvedHand): Finding {
  for (const [other, commit] of Object.entries(promise?.others ?? {})) {
    const given = contributions.find((one) => one.seat === Number(other));
    if (given && (given.commit !== commit || !given.nonce)) return broken('others');
  }
  const own = promise?.own;
  if (!own) return { says: 'checked' };
  const mine = contributions.find((one) => one.seat === seat);
  if (!mine) return broken('number');
  if (mine.commit !== own.commit) return broken('number');
  if (!mine.nonce) return own.told ? broken('number') : { says: 'withheld' };
  return mine.nonce === own.nonce ? { says: 'own' } : broken('number');
}

// ---- what was shown ----------------------------------------------------------------------------------

type Telling = Pick<Shown, 'events' | 'view'>;

// How many steps of the hand were shown as they happened, or what was shown differently. Deals and moves come one after
// the other; a table without events shows how things stood after the last one or any later one.
async function compare(
  shown: Shown[], first: number, steps: number, prover: Prover,
): Promise<{ agreed: number; what?: What }> {
  const cache = new Map<string, Promise<Telling>>();
  const telling = (step: number, viewer: Seat | 0): Promise<Telling> => {
    const key = `${step} ${viewer}`;
    const known = cache.get(key) ?? prover.proved(first + step, viewer).then(({ events, view }) =>
      ({ events: eventsText(events), view: viewText(view) }));
    cache.set(key, known);
    return known;
  };
  let [next, agreed] = [0, 0];
  for (const run of runsOf(shown)) {
    const [head] = run as [Shown];
    let [start, wrong] = [head.events ? next : Math.max(0, next - 1), null as What | null];
    const end = head.events ? start + 1 : steps; // where it may begin
    for (let firstWrong: What | null = null; start < end; ++start) {
      wrong = await wrongIn(run, start, steps, telling);
      if (!wrong) break;
      wrong = firstWrong ??= wrong;
    }
    if (wrong || start >= steps) return { agreed, what: wrong ?? 'table' };
    next = start + run.length;
    agreed += run.filter((one) => one.events).length;
  }
  return { agreed };
}

// Each run begins with a table alone, where something may have been missed.
function runsOf(shown: Shown[]): Shown[][] {
  const runs: Shown[][] = [];
  for (const one of shown)
    if (one.events && runs.length) runs.at(-1)?.push(one);
    else runs.push([one]);
  return runs;
}

async function wrongIn(
  run: Shown[], start: number, steps: number, telling: (step: number, viewer: Seat | 0) => Promise<Telling>,
): Promise<What | null> {
  for (const [index, one] of run.entries()) {
    if (start + index >= steps) return 'table';
    const was = await telling(start + index, one.viewer);
    if (one.view === was.view && (!one.events || one.events === was.events)) continue;
    return difference(one, was);
  }
  return null;
}

const TELLS: Record<string, What> = { dealt: 'cards', received: 'cards', drew: 'drawn', turned: 'top', flipped: 'top' };

function difference(shown: Shown, was: Telling): What {
  const seen = JSON.parse(shown.events || '[]') as Event[];
  const events = JSON.parse(was.events) as Event[];
  const other = shown.events && seen.findIndex((one, index) => JSON.stringify(one) !== JSON.stringify(events[index]));
  const told = other !== '' && other >= 0 ? TELLS[seen[other]?.event ?? ''] : undefined;
  if (told) return told;
  const [here, there] = [JSON.parse(shown.view) as View, JSON.parse(was.view) as View];
  const cards = (view: View): string => JSON.stringify(view.seats[shown.viewer - 1]?.cards);
  if (JSON.stringify(here.drawn) !== JSON.stringify(there.drawn)) return 'drawn';
  if (cards(here) !== cards(there)) return 'cards';
  return here.top !== there.top ? 'top' : 'table';
}
