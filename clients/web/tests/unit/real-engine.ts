// For tests: the engine as it is built, and the program that judges records.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { engineFromBytes, type Engine } from '../../src/engine/engine';

const ROOT = resolve(import.meta.dirname, '../../../..');

function built(what: string, places: (string | undefined)[]): string {
  const found = places.find((place) => place && existsSync(place));
  if (!found) throw new Error(`${what} is not built: looked for ${places.filter(Boolean).join(', ')}`);
  return found;
}

export function realEngine(): Engine {
  const place = built('comodin.wasm', [join(ROOT, 'build/wasm/bin/comodin.wasm')]);
  return engineFromBytes(readFileSync(place));
}

// What `comodin check` says about a record: its status, and its words.
export function checkRecord(record: string): { status: number | null; said: string } {
  const places = ['release', 'native'].map((preset) => join(ROOT, 'build', preset, 'bin/comodin'));
  const program = built('comodin', [process.env.COMODIN, ...places]);
  const folder = mkdtempSync(join(tmpdir(), 'comodin-record-'));
  const file = join(folder, 'game.scn');
  writeFileSync(file, record);
  const { status, stdout, stderr, error } = spawnSync(program, ['check', file], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return { status, said: error ? error.message : stdout + stderr };
}
