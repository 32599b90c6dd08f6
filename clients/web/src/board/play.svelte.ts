// What the person at the board is about to do: a choice half made, the wish to call UNO, a move on its way, a refusal.
import type { Card, Move, Refused, Told } from '../table/wire';
import { moveParts, refusalText } from '../words/game';
import { askWhy, controls, standing, type Choice, type Step } from './choices';
import { isArmed, stillWanted, unoState } from './uno';

interface Table {
  told(): Told;
  send(): ((move: Move) => Promise<Refused | null>) | undefined;
}

export interface Pending {
  move: Move;
  key: string; // of the card in hand that goes; '' if none does
  n: number; // of the telling it answers
  made: boolean; // the table said yes; its telling may still come
}

const ANY_TIME = ['uno', 'catch', 'give', 'jump'];

export class Play {
  readonly #table: Table;
  choice = $state.raw<Choice | null>(null);
  choiceKey = $state(''); // of the card in hand it is about
  wanted = $state(false);
  pending = $state.raw<Pending | null>(null);
  refused = $state.raw<{ text: string; clause: string; key: string } | null>(null);

  constructor(table: Table) {
    this.#table = table;
  }

  playing = $derived.by((): boolean => this.#table.send() !== undefined); // or only looking on
  offered = $derived.by((): Move[] => (this.playing ? this.#table.told().moves : []));
  controls = $derived.by(() => controls(this.offered));
  uno = $derived.by(() => unoState(this.controls, this.wanted));
  armed = $derived.by(() => isArmed(this.uno));
  // What is asked in the middle of a choice. If the table has taken all but one way, that one is still to be pressed.
  step = $derived.by((): Step | null => {
    if (!this.choice) return null;
    const at = standing(this.choice, this.offered, this.armed);
    return typeof at === 'string' ? { ask: 'move', options: [{ key: at, moves: [at] }] } : at;
  });

  // The table has told something new.
  told(n: number): void {
    if (this.pending && (this.pending.made || n < this.pending.n) && n !== this.pending.n) this.pending = null;
    this.wanted = stillWanted(this.controls, this.wanted);
    this.refused = null;
    if (this.choice && !this.step) this.choice = null;
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
    const verb = moveParts(move).verb;
    if (!send || (this.pending && !ANY_TIME.includes(verb)) || this.pending?.move === move) return;
    const { n } = this.#table.told();
    const mine: Pending = { move, key, n, made: false };
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

  // Why not? The table knows; it is asked with a move that it does not offer, which it will refuse.
  async askWhy(card: Card, key: string): Promise<void> {
    const send = this.#table.send();
    if (!send || this.pending) return;
    this.choice = null;
    let why = '';
    for (let move = askWhy(card, this.offered, null, ''); move; move = askWhy(card, this.offered, move, why)) {
      const refused = await send(move);
      if (!refused) return;
      this.refused = { text: refusalText(refused), clause: refused.clause ?? '', key };
      why = refused.why;
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
