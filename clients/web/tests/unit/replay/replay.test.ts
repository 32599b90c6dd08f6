import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RecordAbout } from '../../../src/engine/api';
import { realEngine } from '../real-engine';
import type { Told } from '../../../src/table/wire';
import { actOf } from '../../../src/replay/replay-keys';
import { lookAt, PACES, Replay, type ReplayEngine } from '../../../src/replay/replay.svelte';
import { serverGame } from '../../../src/replay/source';

const hands = [1, 1, 1, 2, 2, 3];
const about: RecordAbout = {
  type: 'record', name: 'x', edition: 'classic', options: {}, players: 2, names: [], rules: [], fault: null,
  steps: hands.map((hand) => ({ seat: 1, move: 'draw', hand })),
};
const slow: (() => void)[] = []; // answers that wait

function fake(wait = false): ReplayEngine {
  return {
    open: async () => about,
    at: (step, viewer) =>
      new Promise<Told>((resolve) => {
        const told = { n: step, type: 'view', events: [], moves: [], view: { viewer } } as unknown as Told;
        const answer = (): void => resolve(told);
        if (wait) slow.push(answer);
        else answer();
      }),
    close: () => {},
  };
}
async function opened(engine = fake()): Promise<Replay> {
  const replay = await Replay.open('scenario', engine);
  if (!(replay instanceof Replay)) throw new Error(replay.code);
  return replay;
}

describe('a replay', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('steps, jumps and stays inside the record', async () => {
    const replay = await opened();
    await replay.jump(4);
    expect([replay.step, replay.hand, replay.told?.n]).toEqual([4, 2, 4]);
    await replay.jump(99);
    expect(replay.step).toBe(5);
    await replay.jump(-3);
    expect(replay.step).toBe(0);
  });

  it('goes from hand to hand', async () => {
    const replay = await opened();
    const seen: number[] = [];
    for (const by of [1, 1, 1, -1, -1, -1] as const) {
      await replay.jumpHand(by);
      seen.push(replay.step);
    }
    expect(seen).toEqual([3, 5, 5, 3, 0, 0]);
  });

  it('plays at its pace and stops at the end', async () => {
    const replay = await opened();
    await replay.jump(3);
    replay.pace = 'fast';
    replay.play();
    await vi.advanceTimersByTimeAsync(PACES.fast);
    expect(replay.step).toBe(4);
    await vi.advanceTimersByTimeAsync(10 * PACES.fast);
    expect([replay.step, replay.playing]).toEqual([5, false]);
  });

  it('shows whose view is asked for, and no seat that is not there', async () => {
    const replay = await opened();
    await replay.look(2);
    expect(replay.told?.view.viewer).toBe(2);
    await replay.look(3);
    expect(replay.viewer).toBe(2);
  });

  it('draws no late answer over a newer one', async () => {
    const replay = await opened();
    Object.assign(replay, { engine: fake(true) });
    const first = replay.jump(1);
    const second = replay.jump(2);
    slow[1]?.();
    slow[0]?.();
    await Promise.all([first, second]);
    expect(replay.told?.n).toBe(2);
  });
});

describe('keys', () => {
  const press = (key: string, on: Element | null = null) =>
    actOf({ key, ctrlKey: false, altKey: false, metaKey: false }, on);

  it('step, play and change the seat', () => {
    expect(press('ArrowRight')).toEqual({ do: 'step', by: 1 });
    expect(press('End')).toEqual({ do: 'last' });
    expect(press(' ')).toEqual({ do: 'play' });
    expect(press('3')).toEqual({ do: 'look', viewer: 3 });
    expect(press('x')).toBeNull();
  });

  it('are left to fields and buttons', () => {
    expect(press('ArrowRight', document.createElement('select'))).toBeNull();
    expect(press(' ', document.createElement('button'))).toBeNull();
    const radio = Object.assign(document.createElement('input'), { type: 'radio' });
    expect(press('ArrowRight', radio)).toBeNull();
    expect(press('2', radio)).toEqual({ do: 'look', viewer: 2 });
    expect(press('2', document.createElement('input'))).toBeNull();
    expect(press('ArrowRight', document.createElement('button'))).toEqual({ do: 'step', by: 1 });
  });
});

describe('what is no record', () => {
  it('is told apart before it is read', () => {
    expect(lookAt('  \n')).toBe('empty');
    expect(lookAt('<html>hello</html>')).toBe('no_record');
    expect(lookAt('# a comment\nscenario "x"\n')).toBeNull();
    expect(lookAt('scenario "x"\n'.repeat(1_000_000))).toBe('too_long');
  });

  it('is refused with the line that is wrong', async () => {
    const text = 'scenario "x"\nedition classic\nplayers 2\nturn 1\nhand 1 r1\nhand 2 zz\ndiscard r2\n';
    const opened = await Replay.open(text, realEngine());
    expect(opened).toMatchObject({ type: 'fault', line: 6 });
  });

  it('is what a server does not have', async () => {
    const answer = (status: number, type = 'text/plain') => async () =>
      new Response('scenario', { status, headers: { 'content-type': type } });
    expect(await serverGame('a', answer(404))).toBe('unknown');
    expect(await serverGame('a', answer(200, 'text/html'))).toBe('unknown');
    expect(await serverGame('a', answer(503))).toBe('offline');
    expect(await serverGame('a', () => Promise.reject(new Error('no net')))).toBe('offline');
    expect(await serverGame('a', answer(200))).toMatchObject({ record: 'scenario', link: true });
  });
});
