// Replay: a record step by step, as any seat saw it. It draws nothing and knows no rule.
import type { CardInfo, Fault, RecordAbout } from '../engine/api';
import type { Engine } from '../engine/engine';
import type { Event, Seat, Told } from '../table/wire';
import { handsOf } from './judge';

export type ReplayEngine = Pick<Engine, 'open' | 'at' | 'close'>;
export type Viewer = Seat | 0 | -1; // 0: a spectator; -1: all hands open
export const PACES = { slow: 1900, normal: 1100, fast: 550 } as const; // ms for each step
export type Pace = keyof typeof PACES;

export const RECORD_MAX = 8_000_000; // characters; a record of a thousand hands has about two million

export type Opening = 'empty' | 'too_long' | 'no_record';

// What is wrong with a text, as far as can be told before the engine reads it; null: nothing.
export function lookAt(text: string): Opening | null {
  if (!text.trim()) return 'empty';
  if (text.length > RECORD_MAX) return 'too_long';
  return /^\s*scenario\s/m.test(text) ? null : 'no_record';
}

export class Replay {
  told = $state.raw<Told | null>(null);
  step = $state(0);
  viewer = $state<Viewer>(-1);
  playing = $state(false);
  pace = $state<Pace>('normal');
  events = $state.raw<Event[][]>([]); // of each step, all hands open; filled in little by little
  failed = $state(false);

  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  private constructor(
    readonly record: string,
    readonly about: RecordAbout,
    private readonly engine: ReplayEngine,
  ) {}

  // The engine must serve this record alone. It is closed if the text is not a record.
  static async open(record: string, engine: ReplayEngine): Promise<Replay | Fault> {
    const about = await engine.open(record);
    if (about.type === 'fault') {
      engine.close();
      return about;
    }
    const replay = new Replay(record, about, engine);
    await replay.#show();
    return replay;
  }

  get last(): number {
    return this.about.steps.length - 1;
  }
  get hand(): number {
    return this.about.steps[this.step]?.hand ?? 1;
  }
  get hands(): ReturnType<typeof handsOf> {
    return handsOf(this.about.steps);
  }

  async jump(step: number): Promise<void> {
    const to = Math.min(this.last, Math.max(0, Math.round(step)));
    if (to === this.step) return;
    this.step = to;
    await this.#show();
  }

  async look(viewer: Viewer): Promise<void> {
    if (viewer === this.viewer || viewer > this.about.players || viewer < -1) return;
    this.viewer = viewer;
    await this.#show();
  }

  // Goes to the first step of the next hand; or to the first of this hand, and from there to that of the hand before.
  jumpHand(by: 1 | -1): Promise<void> {
    const starts = this.hands.map(({ first }) => first);
    const to = by > 0 ? starts.find((first) => first > this.step) : starts.findLast((first) => first < this.step);
    return this.jump(to ?? (by > 0 ? this.last : 0));
  }

  play(): void {
    if (this.playing) return;
    this.playing = true;
    if (this.step === this.last) void this.jump(0);
    this.#wait();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  // What happened at each step, for the list of moves.
  async tellAll(): Promise<void> {
    const events: Event[][] = [];
    for (let step = 0; step <= this.last && !this.#closed; ++step) {
      events.push((await this.engine.at(step, -1)).events);
      if (step % 100 === 0 || step === this.last) this.events = [...events];
    }
  }

  async viewAt(step: number, viewer: Viewer): Promise<Told> {
    return this.engine.at(step, viewer);
  }

  close(): void {
    this.#closed = true;
    this.pause();
    this.engine.close();
  }

  #wait(): void {
    this.#timer = setTimeout(() => {
      if (this.step >= this.last) return this.pause();
      void this.jump(this.step + 1).then(() => {
        if (this.step >= this.last) this.pause();
        else if (this.playing) this.#wait();
      });
    }, PACES[this.pace]);
  }

  async #show(): Promise<void> {
    const asked = ++this.#asked;
    try {
      const told = await this.engine.at(this.step, this.viewer);
      if (asked === this.#asked) this.told = told; // an older answer that comes late is not drawn
    } catch {
      if (!this.#closed) this.failed = true;
    }
  }
}

// The deck of the edition, for the board: what each card is worth and how many there are.
export const deckOf = (about: RecordAbout, editions: { id: string; cards: CardInfo[] }[]): CardInfo[] =>
  editions.find(({ id }) => id === about.edition)?.cards ?? [];
