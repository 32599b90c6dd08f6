// What is told after some moves at an example to learn from.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { EditionInfo } from '../../../src/engine/api';
import { engineFromBytes, isFault } from '../../../src/engine/engine';
import { exampleOf } from '../../../src/learn/examples';
import type { Told, View } from '../../../src/table/wire';

const bytes = readFileSync(resolve(import.meta.dirname, '../../../../../build/wasm/bin/comodin.wasm'));
const engine = engineFromBytes(bytes);
const { levels, editions } = await engine.about();
export const editionOf = (id: string): EditionInfo => editions.find((one) => one.id === id)!;

export interface Seen { before: View; told: Told; edition: EditionInfo; rules: string[] }
// After each of these moves; "go": a bot moves.
export async function after(id: string, ...moves: string[]): Promise<Seen> {
  const example = exampleOf(id)!;
  const first = await engine.practise(example.scenario, Array<string>(example.players - 1).fill(levels[1]!.name), '7');
  if (isFault(first)) throw new Error(first.code);
  let told: Told = first;
  let before = told.view;
  for (const move of moves) {
    before = told.view;
    const next = move === 'go' ? await engine.go() : await engine.move(move, told.n);
    if (next.type === 'refused') throw new Error(`${id} ${move}: ${next.text}`);
    told = next;
  }
  return { before, told, edition: editionOf(example.edition), rules: example.rules };
}
