// The engine as the page sees it. tools/wasm_check.mjs compares what the module itself says with its native twin.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Fault, Told, TableRequest } from '../../../src/engine/api';
import { engineFromBytes, isFault } from '../../../src/engine/engine';
import type { Refused } from '../../../src/table/wire';

const request: TableRequest = { edition: 'classic', players: 3, levels: ['novato'], options: {}, rules: [], seed: '5' };
let bytes: Uint8Array<ArrayBuffer>;
beforeAll(() => {
  // cmake --preset wasm && ninja -C build/wasm
  bytes = new Uint8Array(readFileSync('../../build/wasm/bin/comodin.wasm'));
});

describe('engine', () => {
  it('deals a game as it was asked for', async () => {
    const engine = engineFromBytes(bytes);
    const rules = ['next draws 2 # two\n; player draws 1'];
    const told = await engine.begin({ ...request, options: { custom_wilds: '1', cards: '3' }, rules });
    if (isFault(told)) throw new Error(told.code);
    const dealt = told.events.filter((event) => event.event === 'dealt');
    expect(dealt.map((event) => event.value)).toEqual([3, 3, 3]);
    expect(told.view.seats[0].cards).toHaveLength(3);
    expect(told.view.seats[1].cards).toBeUndefined();
    const record = await engine.open(await engine.record());
    if (isFault(record)) throw new Error(record.code);
    expect(record.names).toEqual(['person', 'novato', 'novato']);
    expect(record.rules).toEqual(['next draws 2; player draws 1']);
  });

  it('says where a text is wrong', async () => {
    const engine = engineFromBytes(bytes);
    expect(await engine.rule('next draws two')).toMatchObject({ type: 'fault', line: 1, column: 12 });
    expect(await engine.begin({ ...request, edition: 'none' })).toMatchObject({ type: 'fault' });
    expect(await engine.begin({ ...request, seed: '' })).toMatchObject({ type: 'fault' });
    expect(await engine.resume('nonsense')).toMatchObject({ type: 'fault', line: 1 });
  });

  it('rejects calls that have nothing to speak of', async () => {
    const engine = engineFromBytes(bytes);
    await expect(engine.look()).rejects.toThrow('look: page.no_game');
    await expect(engine.at(0, 1)).rejects.toThrow('at: page.no_step');
    expect((await engine.about()).editions).toHaveLength(5); // and lives on
  });

  it('keeps a refused move apart from a fault', async () => {
    const engine = engineFromBytes(bytes);
    await engine.begin(request);
    const noMove = { type: 'refused', why: 'no_move', fault: { code: 'room.no_move', args: [] } };
    expect(await engine.move('jump into the sea', 1)).toEqual(noMove);
    expect(await engine.deal()).toMatchObject({ type: 'refused', why: 'hand_runs' });
  });

  it('says why a move may not be made, and lets nothing happen', async () => {
    const engine = engineFromBytes(bytes);
    let told: Told | Fault | Refused = await engine.begin(request);
    while (told.type === 'events' && told.view.awaits?.seat !== 1) told = await engine.go();
    if (told.type !== 'events') throw new Error('seat 1 gets no turn');
    const before = await engine.look();
    const cards = told.view.seats[0]?.cards ?? [];
    const stuck = cards.find((card) => !told.moves.some((move) => move.split(' ')[1] === card)) ?? '';
    const asked = await engine.why(`play ${stuck}`);
    expect(asked).toMatchObject({ type: 'why', move: `play ${stuck}` });
    expect(asked.why).toMatch(/^[a-z_]+$/);
    expect(await engine.why(told.moves[0] ?? '')).toEqual({ type: 'why', move: told.moves[0] });
    expect(await engine.why('jump into the sea')).toMatchObject({ type: 'refused', why: 'no_move' });
    expect(await engine.look()).toEqual(before);
  });

  it('refuses an answer to an older question, and takes a call at any time', async () => {
    const engine = engineFromBytes(bytes);
    let told: Told | Fault = await engine.begin(request);
    const seen: number[] = [];
    for (let i = 0; i < 60; ++i) {
      if (isFault(told) || told.view.phase !== 'running') break;
      const mine: boolean = told.view.awaits?.seat === 1;
      if (mine && seen.length)
        expect(await engine.move(told.moves[0] ?? '', seen.at(-1) ?? 0)).toMatchObject({ why: 'stale' });
      if (mine) seen.push(told.n);
      const answer: Answer = mine ? await engine.move(told.moves[0] ?? '', told.n) : await engine.go();
      if (answer.type === 'refused') throw new Error(answer.text);
      told = answer;
    }
    expect(seen.length).toBeGreaterThan(5);
  });

  it('reads a rule into a tree', async () => {
    const engine = engineFromBytes(bytes);
    const text = 'next draws 2; others vote most "Fair?" { yes: next is marked "a b" until uno | no: player chooses ' +
      '{ "x": next discards named | "y" } }';
    expect(await engine.rule(text)).toMatchObject({
      text,
      tree: [
        { kind: 'draw', who: 'next', n: 2 },
        {
          kind: 'vote', who: 'others', count: 'most', text: 'Fair?',
          branches: [
            { label: 'yes', sentences: [{ kind: 'mark', who: 'next', until: 'uno', text: 'a b' }] },
            {
              label: 'no',
              sentences: [{
                kind: 'choose', who: 'player',
                branches: [
                  { label: 'x', sentences: [{ kind: 'discard_kinds', who: 'next', sort: 'named' }] },
                  { label: 'y', sentences: [] },
                ],
              }],
            },
          ],
        },
      ],
    });
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
