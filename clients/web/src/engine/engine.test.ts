// The engine as the page sees it. What the module itself says is held against its native twin by tools/wasm_check.mjs.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Wish } from './api';
import { engineFromBytes, isFault } from './engine';

const wish: Wish = { edition: 'classic', players: 3, levels: ['novato'], options: {}, rules: [], seed: '5' };
let bytes: Uint8Array<ArrayBuffer>;
beforeAll(() => {
  // cmake --preset wasm && ninja -C build/wasm
  bytes = new Uint8Array(readFileSync('../../build/wasm/bin/comodin.wasm'));
});

describe('engine', () => {
  it('deals a game as it was asked for', async () => {
    const engine = engineFromBytes(bytes);
    const rules = ['next draws 2 # two\n; player draws 1'];
    const told = await engine.begin({ ...wish, options: { custom_wilds: '1', cards: '3' }, rules });
    if (isFault(told)) throw new Error(told.what);
    const dealt = told.events.filter((event) => event.event === 'dealt');
    expect(dealt.map((event) => event.value)).toEqual([3, 3, 3]);
    expect(told.view.seats[0].cards).toHaveLength(3);
    expect(told.view.seats[1].cards).toBeUndefined();
    const record = await engine.open(await engine.record());
    if (isFault(record)) throw new Error(record.what);
    expect(record.names).toEqual(['person', 'novato', 'novato']);
    expect(record.rules).toEqual(['next draws 2; player draws 1']);
  });

  it('says where a text is wrong', async () => {
    const engine = engineFromBytes(bytes);
    expect(await engine.rule('next draws two')).toMatchObject({ type: 'fault', line: 1, column: 12 });
    expect(await engine.begin({ ...wish, edition: 'none' })).toMatchObject({ type: 'fault' });
    expect(await engine.begin({ ...wish, seed: '' })).toMatchObject({ type: 'fault' });
    expect(await engine.resume('nonsense')).toMatchObject({ type: 'fault', line: 1 });
  });

  it('rejects calls that have nothing to speak of', async () => {
    const engine = engineFromBytes(bytes);
    await expect(engine.look()).rejects.toThrow('there is no game');
    await expect(engine.at(0, 1)).rejects.toThrow('no such step');
    expect((await engine.about()).editions).toHaveLength(5); // and lives on
  });

  it('keeps a refused move apart from a fault', async () => {
    const engine = engineFromBytes(bytes);
    await engine.begin(wish);
    expect(await engine.move('jump into the sea')).toMatchObject({ type: 'refused', why: 'no_move' });
    expect(await engine.deal()).toMatchObject({ type: 'refused', why: 'hand_runs' });
  });

  it('is dead after a trap, and says so', async () => {
    const { instance } = await WebAssembly.instantiate(bytes, {});
    const real = WebAssembly.Instance;
    // The same module, but one of its calls traps.
    const broken = { ...instance.exports, deck: () => { throw new WebAssembly.RuntimeError('unreachable'); } };
    WebAssembly.Instance = function () { return { exports: broken }; } as unknown as typeof WebAssembly.Instance;
    const engine = engineFromBytes(bytes);
    WebAssembly.Instance = real;
    await expect(engine.deck()).rejects.toThrow('The engine stopped in deck');
    await expect(engine.about()).rejects.toThrow('The engine stopped in deck');
  });

  it('is closed when it was closed', async () => {
    const engine = engineFromBytes(bytes);
    engine.close();
    await expect(engine.about()).rejects.toThrow('closed');
  });
});
