// A rule on trial: bots play hands with it and without it, in a worker of its own, slice by slice.
import type { Fault, TrialReport } from '../engine/api';
import { isFault, type Engine } from '../engine/engine';
import { effectsOf, since, type Slice, type Effects } from './effects';

export const HANDS = 4000;
const SLICES = 40;

export type TrialEngine = Pick<Engine, 'trial' | 'trialRun' | 'close'>;

export class RuleTrial {
  report = $state.raw<TrialReport | null>(null);
  effects = $state.raw<Effects | null>(null);
  fault = $state.raw<Fault | null>(null);
  running = $state(false);
  failed = $state(false); // the engine did not answer
  rule = $state(''); // the rule that this is about
  hands = $state(HANDS);
  #engine: TrialEngine | null = null;
  #round = 0;

  constructor(private readonly create: () => Promise<TrialEngine>) {}

  get percent(): number {
    return Math.min(100, (100 * (this.report?.with.hands ?? 0)) / this.hands);
  }

  async run(edition: string, players: number, rule: string, hands = HANDS): Promise<void> {
    this.cancel();
    const round = ++this.#round;
    Object.assign(this, { report: null, effects: null, fault: null, failed: false, running: true, rule, hands });
    try {
      const engine = await this.create();
      if (round !== this.#round) return engine.close();
      this.#engine = engine;
      await this.#play(round, engine, await engine.trial(edition, players, rule));
    } catch {
      if (round === this.#round) this.failed = true;
    }
    if (round === this.#round) this.cancel();
  }

  // Stops; what was played so far stays.
  cancel(): void {
    ++this.#round;
    this.#engine?.close();
    this.#engine = null;
    this.running = false;
  }

  async #play(round: number, engine: TrialEngine, first: TrialReport | Fault): Promise<void> {
    if (isFault(first)) {
      if (round === this.#round) this.fault = first;
      return;
    }
    const slices: Slice[] = [];
    const size = Math.ceil(this.hands / SLICES);
    for (let before = first; before.with.hands < this.hands; ) {
      const now = await engine.trialRun(size);
      if (round !== this.#round) return;
      if (now.with.hands === before.with.hands) {
        this.hands = now.with.hands; // the engine plays no more than that
        return;
      }
      slices.push(since(now, before));
      this.report = before = now;
      this.effects = effectsOf(now, slices);
    }
  }
}
