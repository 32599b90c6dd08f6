// Analysis: the chances after every step of a record, and better moves, worked out by an engine of its own. First
// roughly, so that there is something to see; then more closely, beginning with the hand on the screen.
import type { Chances, Prospects, RecordAbout } from '../engine/api';
import type { Engine } from '../engine/engine';
import type { Seat } from '../table/wire';
import { betterMove, candidate, handsOf, type Better } from './judge';

export type AnalysisEngine = Pick<Engine, 'open' | 'chances' | 'prospects' | 'close'>;

const ROUNDS = [24, 120, 480]; // worlds for each step
const FIRST_LOOK = 100; // worlds for each move one could have made
const SECOND_LOOK = 640; // for those where one looked better
const SHOW_EVERY = 80; // ms

type Task = { kind: 'chances'; step: number; worlds: number } | { kind: 'moves'; step: number };
const WEIGHT_MOVES = FIRST_LOOK * 4; // several moves are tried, some twice
const weight = (task: Task): number => (task.kind === 'chances' ? task.worlds : WEIGHT_MOVES);

// All there is to do, in order.
export function planOf(steps: RecordAbout['steps'], hand: number): Task[] {
  const hands = handsOf(steps);
  const order = [...hands.filter((one) => one.hand === hand), ...hands.filter((one) => one.hand !== hand)];
  const all = order.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, i) => first + i));
  const round = (worlds: number): Task[] => all.map((step) => ({ kind: 'chances', step, worlds }));
  const moves: Task[] = all.filter((step) => steps[step]?.seat).map((step) => ({ kind: 'moves', step }));
  return [...round(ROUNDS[0] ?? 0), ...round(ROUNDS[1] ?? 0), ...moves, ...round(ROUNDS[2] ?? 0)];
}

export class Analysis {
  chances = $state.raw<(Chances | null)[]>([]);
  better = $state.raw<Better[]>([]);
  decided = $state.raw<Seat[]>([]); // the seats that had a choice, once for each choice
  percent = $state(0);
  state = $state<'idle' | 'running' | 'done' | 'failed'>('idle');

  #engine: AnalysisEngine | null = null;
  #run = 0;
  #chances: (Chances | null)[];
  #looked = new Map<number, { decided: Seat | null; better: Better | null }>();
  #shown = 0;

  constructor(
    private readonly record: string,
    private readonly about: RecordAbout,
    private readonly makeEngine: () => Promise<AnalysisEngine>,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#chances = about.steps.map(() => null);
    this.#show();
  }

  // Goes on from what is already known.
  async start(hand: number): Promise<void> {
    this.stop();
    const run = ++this.#run;
    this.state = 'running';
    try {
      const engine = await this.makeEngine();
      if (run !== this.#run) return engine.close();
      this.#engine = engine;
      const opened = await engine.open(this.record);
      if (opened.type === 'fault') throw new Error(opened.code);
      await this.#work(engine, planOf(this.about.steps, hand), run);
      if (run === this.#run) this.state = 'done';
    } catch {
      if (run === this.#run) this.state = 'failed';
    }
    if (run === this.#run) this.#end();
  }

  stop(): void {
    if (this.state !== 'running') return;
    ++this.#run;
    this.state = 'idle';
    this.#end();
  }

  #end(): void {
    this.#engine?.close();
    this.#engine = null;
    this.#show();
  }

  async #work(engine: AnalysisEngine, plan: Task[], run: number): Promise<void> {
    const total = plan.reduce((sum, task) => sum + weight(task), 0);
    let done = 0;
    for (const task of plan) {
      if (run !== this.#run) return;
      if (task.kind === 'moves') await this.#lookAtMoves(engine, task.step, run);
      else if ((this.#chances[task.step]?.worlds ?? 0) < task.worlds) {
        const found = await engine.chances(task.step, task.worlds);
        if (run === this.#run) this.#chances[task.step] = found;
      }
      done += weight(task);
      this.percent = (100 * done) / total;
      if (this.now() - this.#shown > SHOW_EVERY) this.#show();
    }
  }

  async #lookAtMoves(engine: AnalysisEngine, step: number, run: number): Promise<void> {
    if (this.#looked.has(step)) return;
    const first = await engine.prospects(step, FIRST_LOOK);
    const decided = first.moves.length > 1 ? first.seat : null;
    const move = candidate(first);
    let better: Better | null = null;
    if (move) {
      const second: Prospects = await engine.prospects(step, SECOND_LOOK);
      better = betterMove(step, move, second, SECOND_LOOK);
    }
    if (run === this.#run) this.#looked.set(step, { decided, better });
  }

  #show(): void {
    this.#shown = this.now();
    this.chances = [...this.#chances];
    const looked = [...this.#looked.values()];
    this.decided = looked.flatMap(({ decided }) => (decided === null ? [] : [decided]));
    this.better = looked.flatMap(({ better }) => (better ? [better] : [])).sort((a, b) => a.step - b.step);
  }
}
