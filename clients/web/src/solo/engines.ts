// Engines of this page. What the game is made of is asked once; the engine that said it then serves the next table.
import type { About, Fault, RuleReading } from '../engine/api';
import { createEngine, type Engine } from '../engine/engine';

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

// A failure is not kept: it is asked again the next time.
export function aboutGame(): Promise<About> {
  about ??= waiting()
    .then((engine) => engine.about())
    .catch((wrong: unknown) => {
      about = null;
      throw wrong;
    });
  return about;
}

export const readRule = async (text: string): Promise<RuleReading | Fault> => (await waiting()).rule(text);
