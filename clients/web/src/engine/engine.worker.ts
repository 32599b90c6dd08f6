// The engine in a worker: it is handed the compiled module first, then calls, and answers them in order.
import type { EngineApi } from './api';
import { EngineModule } from './module';

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

function answer(call: EngineCall): EngineAnswer {
  try {
    if (!engine) throw new Error('The engine has no module');
    return { id: call.id, value: engine.call(call.name, call.args as Parameters<EngineApi[typeof call.name]>) };
  } catch (wrong) {
    return { id: call.id, error: wrong instanceof Error ? wrong.message : String(wrong) };
  }
}

self.onmessage = (message: MessageEvent<WebAssembly.Module | EngineCall>): void => {
  if (message.data instanceof WebAssembly.Module) engine = new EngineModule(message.data);
  else self.postMessage(answer(message.data));
};
