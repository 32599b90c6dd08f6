// Every example can be done as its file says, and by nothing else.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { engineFromBytes, isFault, type Engine } from '../../../src/engine/engine';
import type { Move, Told } from '../../../src/table/wire';
import { examples, type Example } from '../../../src/learn/examples';
import { moved, saw, started, wanted, type Progress } from '../../../src/learn/goal';

const bytes = readFileSync('../../build/wasm/bin/comodin.wasm');
const engine: Engine = engineFromBytes(bytes);
const LEVEL = (await engine.about()).levels[1]?.name ?? '';

class Try {
  progress: Progress;
  told!: Told;
  constructor(readonly example: Example) {
    this.progress = started(example.goal);
  }
  async begin(): Promise<this> {
    const { scenario, players } = this.example;
    const told = await engine.practise(scenario, Array<string>(players - 1).fill(LEVEL), '7');
    if (isFault(told)) throw new Error(told.code);
    this.told = told;
    return this;
  }
  async move(move: Move): Promise<void> {
    const told = await engine.move(move, this.told.n);
    if (told.type === 'refused') throw new Error(`${move}: ${told.text}`);
    this.progress = moved(this.example.goal, this.progress, move);
    this.hear(told);
  }
  hear(told: Told): void {
    this.told = told;
    this.progress = saw(this.example.goal, this.progress, told);
  }
  // The others play until it is up to the person, or there is nothing to wait for.
  async others(): Promise<void> {
    for (let i = 0; i < 60 && this.progress.state === 'playing' && this.told.view.awaits?.seat !== 1; ++i) {
      if (wanted(this.example.goal, this.progress, this.told.moves).length) return;
      if ((await engine.next()).after < 0) return;
      const told = await engine.go();
      if (told.type !== 'refused') this.hear(told);
    }
  }
}

describe.each(examples)('$id', (example) => {
  it('is done by its solution', async () => {
    const attempt = await new Try(example).begin();
    expect(example.solution.length).toBeGreaterThan(0);
    for (const line of example.solution.filter((solution) => solution.startsWith('1 '))) {
      await attempt.others();
      expect(attempt.progress.state).toBe('playing');
      await attempt.move(line.slice(2));
    }
    await attempt.others();
    expect(attempt.progress.state).toBe('met');
  });

  it('is not done by any other first move', async () => {
    const first = await new Try(example).begin();
    const right = wanted(example.goal, first.progress, first.told.moves);
    expect(right.length).toBeGreaterThan(0);
    for (const move of first.told.moves.filter((other) => !right.includes(other))) {
      const attempt = await new Try(example).begin();
      await attempt.move(move);
      await attempt.others();
      expect(attempt.progress.state, move).not.toBe('met');
      if (!/^(uno|catch)/.test(move)) expect(attempt.progress.state, move).toBe('missed');
    }
  });
});

const calls = examples.filter(({ goal }) => goal.then?.some((check) => 'event' in check && check.event === 'called'));
it.each(calls)('$id is not done without the call', async (example) => {
  const attempt = await new Try(example).begin();
  for (const line of example.solution.filter((solution) => solution.startsWith('1 '))) {
    if (attempt.progress.state !== 'playing') break;
    await attempt.move(line.slice(2).replace(' uno', ''));
  }
  await attempt.others();
  expect(attempt.progress.state).toBe('missed');
});

it('has examples with a call', () => expect(calls.length).toBeGreaterThan(2));

it('gives every example to the person', async () => {
  for (const example of examples) {
    const { told } = await new Try(example).begin();
    expect(told.view.viewer, example.id).toBe(1);
    expect(told.view.seats.length).toBe(example.players);
  }
});
