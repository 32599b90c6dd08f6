// The guide of the first game always has something to say, and knows what has been done.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { engineFromBytes, isFault } from '../../../src/engine/engine';
import type { Move, Told, View } from '../../../src/table/wire';
import { setLanguage } from '../../../src/words/words.svelte';
import {
  coach, inTime, nothingSaid, reactionNow, relation, topics, type CoachLine, type Coaching, type Memory,
} from '../../../src/learn/coach';
import { FIRST_SCENARIO, FIRST_SEED } from '../../../src/learn/first';
import { NAMES } from '../../../src/learn/lesson-table.svelte';
import { loadLearnWords, tellFirst } from '../../../src/learn/learn-words';

const engine = engineFromBytes(readFileSync('../../build/wasm/bin/comodin.wasm'));
const about = await engine.about();
const FRIEND = about.levels[0]?.name ?? '';
const to = { you: 1, names: NAMES };

class Game {
  told!: Told;
  memory: Memory = nothingSaid;
  said!: Coaching;
  private before: View | null = null;

  async begin(seed = FIRST_SEED, text = FIRST_SCENARIO): Promise<this> {
    const told = await engine.practise(text, [FRIEND, FRIEND], seed);
    if (isFault(told)) throw new Error(told.code);
    this.hear(told);
    return this;
  }
  hear(told: Told): void {
    this.said = coach(this.memory, this.before, told, to);
    this.memory = this.said.memory;
    this.before = told.view;
    this.told = told;
  }
  async move(move: Move): Promise<void> {
    const answer = await engine.move(move, this.told.n);
    if (answer.type === 'refused') throw new Error(`${move}: ${answer.text}`);
    this.hear(answer);
  }
  async others(): Promise<void> {
    if ((await engine.next()).after < 0) throw new Error('nobody plays');
    const answer = await engine.go();
    if (answer.type !== 'refused') this.hear(answer);
  }
  get advice(): string[] {
    return this.said.advice.map(({ id }) => id);
  }
}

beforeAll(async () => {
  await setLanguage('es');
  await loadLearnWords();
});

describe('the guide', () => {
  it('begins with a card of the same colour, then shows the same number', async () => {
    const game = await new Game().begin();
    expect(game.advice).toEqual(['color']);
    expect(game.said.advice[0]?.places[0]).toBe('9 rojo');
    await game.move('play r9');
    expect(game.said.reaction?.id).toBe('good_color');
    expect(game.memory.topics).toEqual(['color']);
    expect(game.advice).toEqual(['wait']);
  });

  it('praises what was done, whatever was advised', async () => {
    const game = await new Game().begin();
    await game.move('play g5');
    expect(game.said.reaction?.id).toBe('good_number');
    expect(game.memory.topics).toEqual(['number']);
  });

  it('explains drawing', async () => {
    const game = await new Game().begin();
    await game.move('draw');
    expect(game.advice[0]).toMatch(/^drawn_/);
    await game.move('keep');
    expect(game.memory.topics).toContain('draw');
  });

  it('sees who can be caught, and gives time for it', async () => {
    const text = readFileSync('src/learn/examples/catch.scn', 'utf8').split('# solution')[0];
    const game = await new Game().begin('7', text);
    expect(game.advice).toEqual(['catch']);
    expect(inTime(game.told)).toBe(true);
    await game.move('catch 3');
    expect(game.said.reaction).toEqual({ id: 'did_catch', places: ['Paco'] });
    expect(game.memory.topics).toContain('catch');
    expect(inTime(game.told)).toBe(false);
  });

  it('reminds of the call before and after', async () => {
    const text = readFileSync('src/learn/examples/uno-call.scn', 'utf8').split('# solution')[0];
    const game = await new Game().begin('7', text);
    expect(game.advice).toEqual(['uno_soon']);
    await game.move('play g4');
    expect(game.advice).toEqual(['uno_now']);
    await game.move('uno');
    expect(game.said.reaction?.id).toBe('uno_said');
    expect(game.memory.topics).toContain('uno');
  });

  it('lets who just plays meet every topic', async () => {
    const game = await new Game().begin();
    for (let i = 0; i < 200 && game.told.view.phase === 'running'; ++i) {
      const { moves, view } = game.told;
      const quick = moves.find((move) => move === 'uno' || move.startsWith('catch '));
      const plays = moves.filter((move) => move.startsWith('play '));
      const play = plays.find((move) => move.endsWith(' uno')) ?? plays[0];
      if (quick) await game.move(quick);
      else if (view.awaits?.seat === 1) await game.move(play ?? moves[0] ?? '');
      else await game.others();
    }
    expect(game.memory.topics).toEqual([...topics]);
  });

  it('has words for every moment of many games, however they are played', async () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= 40; ++seed) {
      const game = await new Game().begin(String(seed));
      let random = seed * 7919;
      for (let i = 0; i < 600 && game.told.view.phase === 'running'; ++i) {
        expect(game.advice.length).toBeGreaterThan(0);
        for (const { id, places } of [...game.said.advice, game.said.reaction ?? game.said.advice[0]!]) {
          seen.add(id);
          expect(tellFirst(id, ...places, 500), id).not.toMatch(/\{\d\}|web\.learn|undefined/);
        }
        random = (random * 1103515245 + 12345) % 2147483648;
        if (game.told.moves.length && (game.told.view.awaits?.seat === 1 || random % 3 === 0))
          await game.move(game.told.moves[random % game.told.moves.length] ?? '');
        else await game.others();
      }
      expect(game.told.view.phase).not.toBe('running');
      expect(game.advice.at(-1)).toMatch(/score|blocked/);
    }
    for (const id of ['color', 'number', 'action', 'wild', 'four', 'draw', 'drawn_keep', 'uno_soon', 'uno_now', 'catch',
      'hit', 'skipped', 'challenge', 'near'])
      expect([...seen], id).toContain(id);
  }, 30_000);
});

it('is kind to who forgot the call', async () => {
  const game = await new Game().begin();
  const events = [{ event: 'caught', seat: 2, other: 1 }, { event: 'drew', seat: 1 }, { event: 'drew', seat: 1 }];
  expect(coach(nothingSaid, game.told.view, { ...game.told, events }, to).reaction?.id).toBe('caught');
});

it('tells in what a card goes with the top', () => {
  const view = { top: 'r5', color: 'r' } as View;
  const how = ['r9', 'g5', 'W', 'rs'].map((card) => relation(card, view));
  expect(how).toEqual(['color', 'number', 'wild', 'color']);
  expect(relation('gs', { top: 'rs', color: 'r' } as View)).toBe('symbol');
  expect(topics.length).toBe(7);
});

describe('praise', () => {
  const praise: CoachLine = { id: 'did_catch', places: ['Lola'] };
  const said = (advice: CoachLine['id'], reaction: CoachLine | null = null): Coaching => ({
    memory: nothingSaid, reaction, advice: [{ id: advice, places: [] }],
  });

  it('stays while the others play, and goes when the next turn begins', () => {
    expect(reactionNow(null, said('wait', praise), true)).toEqual(praise);
    expect(reactionNow(praise, said('wait'), false)).toEqual(praise);
    expect(reactionNow(praise, said('turn'), false)).toBeNull();
    expect(reactionNow(praise, said('wait'), true)).toBeNull();
  });
});
