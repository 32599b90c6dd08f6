// The engines of this page. Editions, options and levels are asked for once; the engine that answered then serves the
// next table.
import type { About, Fault, RuleReading } from './api';
import { knowReadyRules, readRulesWith } from '../rules/trees.svelte';
import { createEngine, type Engine } from './engine';

let spare: Promise<Engine> | null = null;
let about: Promise<About> | null = null;

function waiting(): Promise<Engine> {
  spare ??= createEngine().catch((wrong: unknown) => {
    spare = null;
    throw wrong;
  });
  return spare;
}

export function takeEngine(): Promise<Engine> {
  const taken = waiting();
  spare = null;
  return taken;
}

// A failure is not cached: the next call asks again.
export function aboutGame(): Promise<About> {
  about ??= waiting()
    .then((engine) => engine.about())
    .then((all) => {
      knowReadyRules(all.rules);
      return all;
    })
    .catch((wrong: unknown) => {
      about = null;
      throw wrong;
    });
  return about;
}

export const readRule = async (text: string): Promise<RuleReading | Fault> => (await waiting()).rule(text);

// An engine of its own for one task, closed after it.
export async function withEngine<T>(task: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await createEngine();
  try {
    return await task(engine);
  } finally {
    engine.close();
  }
}

readRulesWith(readRule);
