// SoloTable: one person, bots, and the engine in this page. It gives bots their time, lets the person act before them,
// saves after every move and continues after the engine has died. Nothing here knows a rule.
import type { CardInfo, Fault, Hint, TableRequest } from '../engine/api';
import type { Engine } from '../engine/engine';
import type { Settings } from '../settings/settings.svelte';
import type { Move, Refused, Told, WhyNot } from '../table/wire';
import type { GameMeta, Games } from './games';
import { tellerIn } from '../board/jokes';
import { delayOf, READS } from './pace';

type Used =
  | 'begin' | 'resume' | 'deal' | 'move' | 'why' | 'next' | 'go' | 'hint' | 'saved' | 'record' | 'deck' | 'close';
export type SoloEngine = Pick<Engine, Used>;

export interface SoloTools {
  engine: () => Promise<SoloEngine>; // a new one; its answers fail when it has died
  games: Pick<Games, 'saveRunning' | 'finish' | 'remove'>;
  speed: () => Settings['speed'];
  shows?: (told: Told) => number; // milliseconds for which the table shows something before anybody plays
  now?: () => number;
}

// What is kept of a table to go on later.
export interface SavedTable {
  wish: TableRequest; // browsers keep it by this name
  names: string[]; // of the bots, from seat 2
  saved: string; // the engine's
}

export type Trouble =
  | { kind: 'recovered' } // the engine died; the game goes on from the last move
  | { kind: 'dead'; what: string } // the game cannot go on
  | { kind: 'fault'; fault: Fault }; // this table cannot be played

const DEATHS_MAX = 3; // deaths in a row, with no move between them
const HINT_SLICES = 1;

export class SoloTable {
  told = $state.raw<Told | null>(null);
  deck = $state.raw<CardInfo[]>([]);
  hint = $state.raw<Hint | null>(null);
  trouble = $state.raw<Trouble | null>(null);
  recorded = $state.raw<string | null>(null); // the record of the finished game
  #paused = $state(false);

  #engine: Promise<SoloEngine>;
  #now: () => number;
  #last: Promise<void> = Promise.resolve(); // the call under way, and those behind it
  #turn = 0; // counts up with everything that makes a bot's pending move void
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shown = 0; // until then the table shows something, and bots wait
  #takes = 0; // a bot's time after that; 0: none is to move
  #hidden = false;
  #closed = false;
  #deaths = 0;
  #saved = ''; // a name or a text, which may stay the same from move to move
  #saves = 0;
  #written = 0; // how many of them are in storage
  #writing: Promise<void> = Promise.resolve();

  constructor(
    readonly id: string,
    readonly request: TableRequest,
    readonly names: string[],
    private readonly tools: SoloTools,
  ) {
    this.#engine = tools.engine();
    this.#now = tools.now ?? (() => performance.now());
  }

  static resumed(id: string, kept: SavedTable, tools: SoloTools): SoloTable {
    const table = new SoloTable(id, kept.wish, kept.names, tools);
    table.#saved = kept.saved;
    return table;
  }

  get paused(): boolean {
    return this.#paused;
  }

  get over(): boolean {
    return (this.told?.view.champions?.length ?? 0) > 0;
  }

  get handOver(): boolean {
    return this.told !== null && this.told.view.phase !== 'running';
  }

  // Deals the first hand, or goes on where the game was left.
  begin(): Promise<void> {
    return this.#slot((engine) => this.#start(engine));
  }

  // The person's move, in or out of turn. A bot that was about to move is asked again afterwards.
  // Null: it was made, or the table had moved on, which its message has shown.
  async send(move: Move): Promise<Refused | null> {
    this.#stopTimer();
    this.stopHint();
    const at = this.told?.n ?? 0; // now, not when the engine comes to it
    let refused: Refused | null = null as Refused | null;
    await this.#slot(async (engine) => {
      const answer = await engine.move(move, at);
      if (answer.type === 'refused') refused = answer;
      else this.#goOn(answer);
    });
    if (refused) this.#rearm();
    return refused?.why === 'stale' ? null : refused;
  }

  // Why this move may not be made; an engine that has died says nothing.
  async why(move: Move): Promise<WhyNot | Refused> {
    let answer: WhyNot | Refused = { type: 'why', move };
    await this.#slot(async (engine) => {
      answer = await engine.why(move);
    });
    return answer;
  }

  deal(): Promise<void> {
    return this.#slot(async (engine) => {
      const answer = await engine.deal();
      if (answer.type !== 'refused') this.#goOn(answer);
    });
  }

  setPaused(paused: boolean): void {
    this.#paused = paused;
    this.#wakeOrRest();
  }

  // The person has seen enough of what the table shows: bots wait for no more than this.
  hurry(left: number): void {
    this.#shown = Math.min(this.#shown, this.#now() + left);
    this.#rearm();
  }

  // In a tab that nobody is looking at, bots wait.
  setHidden(hidden: boolean): void {
    if (hidden === this.#hidden) return;
    this.#hidden = hidden;
    this.#wakeOrRest();
  }

  // Samples the person's question until it is done, or somebody moves.
  async askHint(): Promise<void> {
    if (this.hint) return this.stopHint();
    const turn = this.#turn;
    let hint: Hint = { moves: [], percent: 0 };
    this.hint = hint;
    const mine = (): boolean => this.hint === hint && turn === this.#turn && !this.#closed;
    while (mine() && hint.percent < 100) {
      await this.#slot(async (engine) => {
        if (!mine()) return;
        const better = await engine.hint(HINT_SLICES);
        if (!mine()) return;
        hint = better;
        this.hint = better;
      });
      if (this.trouble) return this.stopHint();
    }
  }

  stopHint(): void {
    this.hint = null;
  }

  // What the browser has not kept yet; null: nothing. A page that is going away has no time to wait for it.
  get unwritten(): { id: string; text: string; meta: GameMeta } | null {
    if (!this.#saved || this.#saves === this.#written) return null;
    return { id: this.id, text: this.#text(), meta: this.#meta() };
  }

  // Leaves the table; the game can go on later.
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#rest();
    await this.#last;
    await this.#write();
    this.#dismiss();
  }

  // Leaves the table for good.
  async abandon(): Promise<void> {
    this.#closed = true;
    this.#rest();
    await this.#last;
    await this.#writing;
    this.#dismiss();
    await this.tools.games.remove(this.id);
  }

  // After 'dead': one more try, from the last save.
  tryAgain(): Promise<void> {
    this.#deaths = 0;
    this.trouble = null;
    return this.#slot(() => this.#restart());
  }

  // One call after another: the engine is never asked two things at once.
  #slot(act: (engine: SoloEngine) => Promise<void>): Promise<void> {
    const mine = this.#last.then(async () => {
      if (this.trouble && this.trouble.kind !== 'recovered') return;
      try {
        await act(await this.#engine);
      } catch (error) {
        await this.#died(error);
      }
    });
    this.#last = mine;
    return mine;
  }

  #dismiss(): void {
    this.#engine.then((engine) => engine.close()).catch(() => {}); // a table that never came need not be left
  }

  async #start(engine: SoloEngine): Promise<void> {
    const answer = this.#saved ? await engine.resume(this.#saved) : await engine.begin(this.request);
    if (answer.type === 'fault') {
      this.trouble = { kind: 'fault', fault: answer };
      return;
    }
    this.deck = await engine.deck();
    this.#take(answer);
  }

  #goOn(told: Told): void {
    this.#deaths = 0;
    this.#take(told);
  }

  #take(told: Told): void {
    this.#rest();
    this.told = told;
    void this.#slot((engine) => this.#keep(engine));
    this.#askBots();
  }

  async #keep(engine: SoloEngine): Promise<void> {
    if (this.over) {
      if (this.recorded !== null) return;
      const record = await engine.record();
      await this.#writing;
      this.#saved = '';
      await this.tools.games.finish(this.id, record, this.#meta());
      this.recorded = record;
      return;
    }
    this.#saved = await engine.saved();
    ++this.#saves;
    if (!this.#closed) void this.#write();
  }

  #meta(): GameMeta {
    const seats = (this.told?.view.seats ?? []).map(({ seat, score }) => ({
      name: seat === 1 ? '' : (this.names[seat - 2] ?? ''),
      score,
    }));
    const title = this.names.slice(0, this.request.players - 1).join(', ');
    return { title, edition: this.request.edition, seats, champions: this.told?.view.champions ?? [] };
  }

  #text(): string {
    const kept: SavedTable = { wish: this.request, names: this.names, saved: this.#saved };
    return JSON.stringify(kept);
  }

  // Writes one after another, so that an older state never lands on a newer one. What was saved while a write was
  // under way is written once, in its last state.
  #write(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      if (!this.#saved || this.#saves === this.#written) return;
      const saves = this.#saves;
      await this.tools.games.saveRunning(this.id, this.#text(), this.#meta());
      this.#written = saves;
    });
    return this.#writing;
  }

  get #awake(): boolean {
    return !this.#paused && !this.#hidden && !this.#closed && this.told?.view.phase === 'running' && !this.over;
  }

  #wakeOrRest(): void {
    this.#rest();
    this.#askBots();
  }

  #rest(): void {
    ++this.#turn;
    this.#stopTimer();
    this.#takes = 0;
    this.stopHint();
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #askBots(): void {
    if (!this.#awake) return;
    const turn = this.#turn;
    this.#shown = this.#now() + ((this.told && this.tools.shows?.(this.told)) ?? 0);
    void this.#slot(async (engine) => {
      if (turn !== this.#turn || !this.#awake) return;
      const { after } = await engine.next();
      if (after < 0 || turn !== this.#turn) return;
      const reads = this.told && tellerIn(this.told, this.request.rules) ? READS[this.tools.speed()] : 0;
      this.#takes = reads + delayOf(after, this.tools.speed(), this.told?.events);
      this.#arm();
    });
  }

  // The person's move was refused: what a bot was about to do still stands, at its time.
  #rearm(): void {
    if (this.#takes > 0 && this.#awake) this.#arm();
  }

  #arm(): void {
    const turn = this.#turn;
    this.#stopTimer();
    this.#timer = setTimeout(() => this.#go(turn), Math.max(0, this.#shown + this.#takes - this.#now()));
  }

  #go(turn: number): void {
    void this.#slot(async (engine) => {
      if (turn !== this.#turn || !this.#awake) return; // somebody else was first
      const answer = await engine.go();
      if (answer.type === 'refused') throw new Error(answer.why); // a bot of our own: the engine is broken
      this.#goOn(answer);
    });
  }

  async #died(error: unknown): Promise<void> {
    if (this.#closed) return;
    if (++this.#deaths > DEATHS_MAX) {
      this.#rest();
      this.trouble = { kind: 'dead', what: error instanceof Error ? error.message : String(error) };
      return;
    }
    await this.#restart();
  }

  async #restart(): Promise<void> {
    this.#rest();
    this.#dismiss();
    this.#engine = this.tools.engine();
    try {
      await this.#start(await this.#engine);
      if (!this.trouble) this.trouble = { kind: 'recovered' };
    } catch (error) {
      await this.#died(error);
    }
  }
}
