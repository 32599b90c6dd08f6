// The engine in a worker: it is handed the compiled module first, then calls, and answers them in order. Saved games
// stay on this side (vault.ts): the page gets their names.
import type { EngineApi } from './api';
import { EngineModule } from './module';
import { keep, kept, newName, tidy } from './vault';

export interface EngineCall {
  id: number;
  name: keyof EngineApi;
  args: unknown[];
}

export interface EngineAnswer {
  id: number;
  value?: unknown;
  error?: string;
}

let engine: EngineModule | undefined;
let name = ''; // of the game under way, in the vault

async function made(call: EngineCall): Promise<unknown> {
  if (!engine) throw new Error('The engine has no module');
  const run = (args = call.args): unknown => engine?.call(call.name, args as Parameters<EngineApi[typeof call.name]>);
  switch (call.name) {
    case 'begin':
    case 'practise':
      name = newName();
      void tidy().catch(() => {}); // where nothing is kept, there is nothing to tidy up
      return run();
    case 'resume':
      name = String(call.args[0]);
      return run([await kept(name)]);
    case 'saved':
      return keep(name, String(run()));
    default:
      return run();
  }
}

async function answer(call: EngineCall): Promise<EngineAnswer> {
  try {
    return { id: call.id, value: await made(call) };
  } catch (wrong) {
    return { id: call.id, error: wrong instanceof Error ? wrong.message : String(wrong) };
  }
}

let last: Promise<void> = Promise.resolve();
self.onmessage = (message: MessageEvent<WebAssembly.Module | EngineCall>): void => {
  const { data } = message;
  if (data instanceof WebAssembly.Module) engine = new EngineModule(data);
  else last = last.then(async () => self.postMessage(await answer(data)));
};
