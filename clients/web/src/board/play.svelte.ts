// What the person at the board is about to do: a choice half made, the wish to call UNO, a move on its way, a refusal.
import { verbOf, type Card, type Move, type Refused, type Told, type WhyNot } from '../table/wire';
import { refusalText } from '../words/game';
import { controls, moveInQuestion, standing, type Choice, type Step } from './choices';
import { isArmed, stillWanted, unoState } from './uno';

interface Table {
  told(): Told;
  send(): ((move: Move) => Promise<Refused | null>) | undefined;
  why(): ((move: Move) => Promise<WhyNot | Refused>) | undefined;
}

export interface Pending {
  move: Move;
  key: string; // of the card that leaves the hand; '' if none does
  n: number; // of the message that it answers
  made: boolean; // the table accepted it; its message may still be on the way
}

const LOOK_AGAIN = 300; // milliseconds
const ANY_TIME = ['uno', 'catch', 'give', 'jump'];

export class Play {
  readonly #table: Table;
  choice = $state.raw<Choice | null>(null);
  choiceKey = $state(''); // of the card in hand it is about
  wanted = $state(false);
  pending = $state.raw<Pending | null>(null);
  refused = $state.raw<{ text: string; clause: string; key: string } | null>(null);
  itself = $state.raw<{ move: Move; after: number } | null>(null); // what the page is about to do
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(table: Table) {
    this.#table = table;
  }

  playing = $derived.by((): boolean => this.#table.send() !== undefined); // otherwise only watching
  offered = $derived.by((): Move[] => (this.playing ? this.#table.told().moves : []));
  controls = $derived.by(() => controls(this.offered));
  uno = $derived.by(() => unoState(this.controls, this.wanted));
  armed = $derived.by(() => isArmed(this.uno));
  // What is asked in the middle of a choice. If the table has taken away all ways but one, that one must still be
  // pressed.
  step = $derived.by((): Step | null => {
    if (!this.choice) return null;
    const at = standing(this.choice, this.offered, this.armed);
    return typeof at === 'string' ? { ask: 'move', options: [{ key: at, moves: [at] }] } : at;
  });

  // The table has sent something new.
  told(n: number): void {
    if (this.pending && (this.pending.made || n < this.pending.n) && n !== this.pending.n) this.pending = null;
    this.wanted = stillWanted(this.controls, this.wanted);
    this.refused = null;
    if (this.choice && !this.step) this.choice = null;
  }

  // The only answer there is, made by the page after a moment (TURN-6); null: there is none. `key`: of the card.
  answer(move: Move | null, after = 0, key = ''): void {
    clearTimeout(this.#timer);
    this.itself = move ? { move, after } : null;
    const { n } = this.#table.told();
    if (move) this.#timer = setTimeout(() => this.#answers(move, key, n), after);
  }
  // Never behind a dialog, in a hidden page, while there is no table to answer, or when it has moved on.
  #answers(move: Move, key: string, n: number): void {
    if (this.itself?.move !== move || this.#table.told().n !== n) return;
    const waits = !this.playing || document.hidden || document.querySelector('dialog[open]') !== null;
    if (waits) this.#timer = setTimeout(() => this.#answers(move, key, n), LOOK_AGAIN);
    else void this.make(move, key);
  }

  pressCard(card: Card, key: string): void {
    if (!this.#table.send()) return;
    const moves = this.controls.cards.get(card);
    if (moves) this.begin(moves, key);
    else void this.askWhy(card, key);
  }

  begin(moves: Move[], key = ''): void {
    this.#go({ from: moves, pressed: [] }, key);
  }

  pressOption(key: string): void {
    if (!this.choice) return;
    this.#go({ from: this.choice.from, pressed: [...this.choice.pressed, key] }, this.choiceKey);
  }

  // One step back; true if there was one. Nothing has been sent yet.
  back(): boolean {
    if (!this.choice) return false;
    const pressed = this.choice.pressed.slice(0, -1);
    this.choice = this.choice.pressed.length ? { from: this.choice.from, pressed } : null;
    return true;
  }

  pressUno(): void {
    if (this.uno.can === 'call') void this.make(this.uno.move);
    else if (this.uno.can === 'arm') this.wanted = !this.wanted;
  }

  async make(move: Move, key = ''): Promise<void> {
    const send = this.#table.send();
    const verb = verbOf(move);
    if (!send || (this.pending && !ANY_TIME.includes(verb)) || this.pending?.move === move) return;
    const { n } = this.#table.told();
    const mine: Pending = { move, key, n, made: false };
    this.answer(null);
    this.pending = mine;
    this.choice = null;
    this.refused = null;
    if (key) this.wanted = false;
    const refused = await send(move);
    if (this.pending?.move !== move || this.pending.n !== n) return;
    if (refused) {
      this.pending = null;
      this.refused = { text: refusalText(refused), clause: refused.clause ?? '', key };
    } else this.pending = this.#table.told().n === n ? { ...mine, made: true } : null;
  }

  // Why not? The table knows. Asking changes nothing.
  async askWhy(card: Card, key: string): Promise<void> {
    const ask = this.#table.why();
    if (!ask || this.pending) return;
    this.choice = null;
    let move = moveInQuestion(card, this.offered, null, '');
    while (move) {
      const { why, ...reason } = await ask(move);
      if (!why) return;
      this.refused = { text: refusalText({ ...reason, why }), clause: reason.clause ?? '', key };
      move = moveInQuestion(card, this.offered, move, why);
    }
  }

  #go(choice: Choice, key: string): void {
    const at = standing(choice, this.offered, this.armed);
    this.refused = null;
    if (typeof at === 'string') void this.make(at, key);
    else {
      this.choice = at ? choice : null;
      this.choiceKey = key;
    }
  }
}
