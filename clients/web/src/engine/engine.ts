// The engine in this page. Each engine is one instance of the module in a worker of its own: it holds one game, one
// record and one trial, and no State ever leaves it. Close it to stop whatever it is doing.
import type { EngineApi } from './api';
import type { EngineAnswer, EngineCall } from './engine.worker';
import { engineCalls, EngineModule } from './module';

export { isFault } from './module';

type Promised<F> = F extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : never;
export type Engine = { [K in keyof EngineApi]: Promised<EngineApi[K]> } & { close(): void };

type Caller = (name: keyof EngineApi, args: unknown[]) => Promise<unknown>;

function engineOf(call: Caller, close: () => void): Engine {
  const calls = engineCalls.map((name) => [name, (...args: unknown[]) => call(name, args)] as const);
  return { ...Object.fromEntries(calls), close } as unknown as Engine;
}

const wasmUrl = new URL('../../../../build/wasm/bin/comodin.wasm', import.meta.url);
let compiled: Promise<WebAssembly.Module> | undefined;

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(wasmUrl);
  if (!response.ok) throw new Error(`The engine could not be loaded (${response.status})`);
  // A host that does not know the type of the file must not keep anybody from playing.
  const typed = response.headers.get('content-type')?.startsWith('application/wasm');
  return typed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

// Fetched and compiled once for all engines of this page; after a failure the next call tries again.
function sharedModule(): Promise<WebAssembly.Module> {
  compiled ??= compile().catch((wrong: unknown) => {
    compiled = undefined;
    throw wrong;
  });
  return compiled;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(wrong: Error): void;
}

export async function createEngine(): Promise<Engine> {
  const module = await sharedModule();
  const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let dead = '';
  const stop = (why: string): void => {
    dead ||= why;
    worker.terminate();
    for (const one of waiting.values()) one.reject(new Error(dead));
    waiting.clear();
  };
  worker.onmessage = (message: MessageEvent<EngineAnswer>) => {
    const { id, value, error } = message.data;
    const one = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) one?.resolve(value);
    else one?.reject(new Error(error));
  };
  worker.onerror = (event) => stop(`The engine's worker failed: ${event.message}`);
  worker.postMessage(module);
  const call: Caller = (name, args) =>
    new Promise((resolve, reject) => {
      if (dead) return reject(new Error(dead));
      const request: EngineCall = { id: ++last, name, args };
      waiting.set(request.id, { resolve, reject });
      worker.postMessage(request);
    });
  return engineOf(call, () => stop('The engine was closed'));
}

// Without a worker: for tests, in Node or in Vitest.
export function engineFromBytes(bytes: BufferSource): Engine {
  const engine = new EngineModule(new WebAssembly.Module(bytes));
  let closed = false;
  const call = async (name: keyof EngineApi, args: unknown[]): Promise<unknown> => {
    if (closed) throw new Error('The engine was closed');
    return engine.call(name, args as Parameters<EngineApi[typeof name]>);
  };
  return engineOf(call, () => {
    closed = true;
  });
}
