import { describe, expect, it } from 'vitest';
import type { Chances, Prospects, RecordAbout } from '../../../src/engine/api';
import { Analysis, planOf, type AnalysisEngine } from '../../../src/replay/analysis.svelte';

const steps = [1, 1, 1, 2, 2].map((hand, i) => ({ seat: i === 0 || i === 3 ? null : (i % 2) + 1, move: 'draw', hand }));
const about: RecordAbout = {
  type: 'record', name: 'x', edition: 'classic', options: {}, players: 2, names: [], rules: [], steps, fault: null,
};

interface Fake extends AnalysisEngine {
  calls: string[];
  closed: boolean;
  die: boolean;
}
function fake(): Fake {
  const engine: Fake = {
    calls: [], closed: false, die: false,
    open: async () => about,
    chances: async (step, worlds): Promise<Chances> => {
      if (engine.closed || engine.die) throw new Error('closed');
      engine.calls.push(`c${step}:${worlds}`);
      return { win: [step / 10, 1 - step / 10], worlds };
    },
    prospects: async (step, worlds): Promise<Prospects> => {
      if (engine.closed) throw new Error('closed');
      engine.calls.push(`p${step}:${worlds}`);
      const win = step === 2 ? 0.6 : 0.3; // only at step 2 something was better
      const moves = [{ move: 'keep', win, points: 0 }, { move: 'draw', win: 0.3, points: 0 }];
      return { seat: 1, played: 'draw', moves };
    },
    close: () => {
      engine.closed = true;
    },
  };
  return engine;
}

describe('analysis', () => {
  it('looks roughly at everything first, at the present hand before the others', () => {
    const order = planOf(steps, 2);
    expect(order.slice(0, 5).map(({ step }) => step)).toEqual([3, 4, 0, 1, 2]);
    expect(order.filter(({ kind }) => kind === 'moves').map(({ step }) => step)).toEqual([4, 1, 2]); // no deals
  });

  it('refines every step and names the better move', async () => {
    const engine = fake();
    const analysis = new Analysis('record', about, async () => engine);
    await analysis.start(1);
    expect(analysis.state).toBe('done');
    expect(analysis.percent).toBe(100);
    expect(analysis.chances.map((one) => one?.worlds)).toEqual([480, 480, 480, 480, 480]);
    expect(analysis.better).toMatchObject([{ step: 2, played: 'draw', better: 'keep' }]);
    expect(analysis.decided).toEqual([1, 1, 1]);
    expect(engine.closed).toBe(true);
  });

  it('stops at once, keeps what it has and goes on from there', async () => {
    const first = fake();
    const second = fake();
    const engines = [first, second];
    const analysis = new Analysis('record', about, async () => engines.shift() ?? fake());
    const running = analysis.start(1);
    while (first.calls.length < 7) await Promise.resolve();
    analysis.stop();
    await running;
    expect(analysis.state).toBe('idle');
    expect(first.closed).toBe(true);
    expect(analysis.chances.every((one) => one !== null)).toBe(true);
    await analysis.start(1);
    expect(analysis.state).toBe('done');
    expect(second.calls.filter((call) => call.endsWith(':24'))).toEqual([]); // not again
  });

  it('says when it failed', async () => {
    const engine = fake();
    engine.die = true;
    const analysis = new Analysis('record', about, async () => engine);
    await analysis.start(1);
    expect(analysis.state).toBe('failed');
    expect(engine.closed).toBe(true);
  });
});
