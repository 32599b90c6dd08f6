// Calls of comodin.wasm: a text and numbers in, JSON out (bindings/wasm/README.md).
import type { EngineApi, Fault, TableRequest } from './api';

interface Input {
  text?: string;
  numbers?: number[];
}

type Encoders = { [K in keyof EngineApi]: (...args: Parameters<EngineApi[K]>) => Input };

// "name value" fields, each ending in a zero byte, so that values may have lines of their own.
function fields(pairs: [string, string | number][]): Input {
  return { text: pairs.map(([name, value]) => `${name} ${String(value).replaceAll('\0', ' ')}\0`).join('') };
}

function requestFields(request: TableRequest): [string, string | number][] {
  return [
    ['edition', request.edition],
    ['players', request.players],
    ...request.levels.map((level): [string, string] => ['level', level]),
    ...Object.entries(request.options).map(([name, value]): [string, string] => ['option', `${name}=${value}`]),
    ...request.rules.map((rule): [string, string] => ['rule', rule]),
    ['seed', request.seed],
  ];
}

const none = (): Input => ({});
const text = (value: string): Input => ({ text: value });
const numbers = (...values: number[]): Input => ({ numbers: values });

const encoders: Encoders = {
  about: none,
  rule: text,
  begin: (request) => fields(requestFields(request)),
  resume: text,
  practise: (scenario, levels, seed) =>
    fields([
      ...levels.map((level): [string, string] => ['level', level]),
      ['seed', seed],
      ['scenario', scenario],
    ]),
  look: none,
  deal: none,
  move: (move, at) => ({ text: move, numbers: [at] }),
  why: text,
  next: none,
  go: none,
  hint: numbers,
  saved: none,
  record: none,
  deck: none,
  clause: text,
  open: text,
  at: numbers,
  chances: numbers,
  prospects: numbers,
  prove: text,
  proved: numbers,
  sha256: text,
  trial: (edition, players, rule) => fields([['edition', edition], ['players', players], ['rule', rule]]),
  trialRun: numbers,
  signature: none,
  bench: numbers,
};

export const engineCalls = Object.keys(encoders) as (keyof EngineApi)[];

// These report faults to the player; from any other call a fault is a bug of the caller's.
const mayFault = new Set<keyof EngineApi>(['rule', 'begin', 'resume', 'practise', 'open', 'trial']);

type Export = (...numbers: number[]) => number;

export class EngineModule {
  private readonly exports: Record<string, Export>;
  private readonly memory: WebAssembly.Memory;
  private dead = '';

  constructor(module: WebAssembly.Module) {
    const { memory, ...functions } = new WebAssembly.Instance(module, {}).exports;
    this.memory = memory as WebAssembly.Memory;
    this.exports = functions as Record<string, Export>;
    this.exports._initialize?.();
  }

  call<K extends keyof EngineApi>(name: K, args: Parameters<EngineApi[K]>): ReturnType<EngineApi[K]> {
    if (this.dead) throw new Error(this.dead);
    const input = (encoders[name] as (...values: unknown[]) => Input)(...args);
    let json: string;
    try {
      json = this.run(name, input);
    } catch (wrong) {
      if (!(wrong instanceof WebAssembly.RuntimeError)) throw wrong;
      this.dead = `The engine stopped in ${name}: ${wrong.message}`;
      throw new Error(this.dead);
    }
    const answer = JSON.parse(json) as ReturnType<EngineApi[K]> | Fault;
    if (!mayFault.has(name) && isFault(answer)) throw new Error(`${name}: ${answer.code} ${answer.args.join(' ')}`);
    return answer as ReturnType<EngineApi[K]>;
  }

  private run(name: string, input: Input): string {
    if (input.text !== undefined) {
      const bytes = new TextEncoder().encode(input.text);
      const at = this.exports.input(bytes.length);
      if (at === 0) throw new Error(`${name}: the text is too long`);
      new Uint8Array(this.memory.buffer, at, bytes.length).set(bytes);
    }
    const size = this.exports[name](...(input.numbers ?? [])) >>> 0;
    return new TextDecoder().decode(new Uint8Array(this.memory.buffer, this.exports.output() >>> 0, size));
  }
}

export function isFault(answer: unknown): answer is Fault {
  return typeof answer === 'object' && answer !== null && (answer as Fault).type === 'fault';
}
