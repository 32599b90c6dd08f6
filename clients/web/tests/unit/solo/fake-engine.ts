// For tests: an engine without rules. Seats take turns; every move is "ok", at seat 1 also "catch" out of turn.
import type { Answer, Told } from '../../../src/table/wire';
import type { SoloEngine } from '../../../src/solo/solo.svelte';

export interface FakeEngine extends SoloEngine {
  made: string[]; // all that was played, by whom
  calls: string[];
  after: number; // what next() says when it is a bot's turn
  busy: number; // calls under way; more than one is the caller's fault
  most: number;
  die: string; // the call at which it dies
  champions: number[];
}

export function fakeEngine(players = 3, made: string[] = []): FakeEngine {
  let decided = false;
  let n = made.length;
  const turn = (): number => (made.filter((line) => !line.includes('catch')).length % players) + 1;
  const told = (): Told => ({
    type: 'events', n: ++n, events: [],
    view: {
      viewer: 1, phase: engine.champions.length ? 'won' : 'running', awaits: { seat: turn(), kind: 'turn' },
      turn: turn(), next: 1, turns: 0, course: { turn: turn(), next: 1, turns: 0 },
      dealer: 1, direction: 'left', top: 'r1', color: 'r', pile: 9,
      discards: 1, laid: [], champions: engine.champions,
      seats: Array.from({ length: players }, (_, i) => ({ seat: i + 1, count: 7, score: i, points: 0 })),
    },
    moves: turn() === 1 ? ['ok', 'catch'] : ['catch'],
  });
  const refused = (why: string): Answer => ({ type: 'refused', why, text: why });
  const call = async <T>(name: string, answer: () => T): Promise<T> => {
    engine.calls.push(name);
    engine.most = Math.max(engine.most, ++engine.busy);
    await Promise.resolve();
    --engine.busy;
    if (engine.die === name) throw new Error('died');
    return answer();
  };
  const make = (seat: number, move: string): Answer => {
    decided = false;
    made.push(`${seat} ${move}`);
    return told();
  };
  const engine: FakeEngine = {
    made, calls: [], after: 1000, busy: 0, most: 0, die: '', champions: [],
    begin: () => call('begin', told),
    resume: (saved) =>
      call('resume', () => {
        made.splice(0, made.length, ...saved.split('|').filter(Boolean));
        return told();
      }),
    deal: () => call('deal', () => told()),
    move: (move, at) =>
      call('move', () => {
        if (move !== 'catch' && at < n) return refused('stale');
        const may = move === 'catch' || (move === 'ok' && turn() === 1);
        return may ? make(1, move) : refused('not_awaited');
      }),
    why: (move) => call('why', () => ({ type: 'why', move, ...(move === 'ok' ? {} : { why: 'no_match' }) })),
    next: () =>
      call('next', () => {
        decided = turn() !== 1;
        return { after: decided ? engine.after : -1 };
      }),
    go: () => call('go', () => (decided ? make(turn(), 'ok') : refused('not_decided'))),
    hint: () =>
      call('hint', () => ({ moves: [], percent: 25 * engine.calls.filter((name) => name === 'hint').length })),
    saved: () => call('saved', () => made.join('|')),
    record: () => call('record', () => 'record ' + made.join('|')),
    deck: () => call('deck', () => []),
    close: () => {},
  };
  return engine;
}
