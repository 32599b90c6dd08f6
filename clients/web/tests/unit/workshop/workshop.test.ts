// The workshop against the real engine: what it says is the language, and what a trial counts.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { About, TrialReport, TrialSide } from '../../../src/engine/api';
import { engineFromBytes, isFault, type Engine } from '../../../src/engine/engine';
import { readAll, readBlocks } from '../rules/read';
import { setLanguage } from '../../../src/words/words.svelte';
import { printBlocks } from '../../../src/rules/blocks';
import { explainRule } from '../../../src/rules/explain';
import { faultText } from '../../../src/words/fault';
import { findings } from '../../../src/workshop/findings';
import { RulePractice } from '../../../src/workshop/rule-practice.svelte';
import { NATIVE_ONLY_OPS, randomRule, ruleExamples } from '../rules/samples';
import { tableRequest } from '../../../src/workshop/scenario';
import { RuleTrial } from '../../../src/workshop/trial.svelte';
import { Workbench } from '../../../src/workshop/workbench.svelte';

const wasm = readFileSync('../../build/wasm/bin/comodin.wasm');
const guide = readFileSync('../../docs/RULE-LANGUAGE.md', 'utf8');
let engine: Engine;
let about: About;
const classic = (): About['editions'][0] => about.editions.find(({ customs }) => customs > 0) as About['editions'][0];

beforeAll(async () => {
  await setLanguage('es');
  engine = engineFromBytes(wasm);
  about = await engine.about();
});

const canonical = async (text: string): Promise<string> => {
  const reading = await engine.rule(text);
  return isFault(reading) ? `${text}: ${reading.code}` : reading.text;
};

describe('the language', () => {
  it('is the same to blocks and engine: ready rules, the guide, random rules', async () => {
    const random = Array.from({ length: 400 }, (_, i) => printBlocks(randomRule(i + 1)));
    const texts = [...about.rules.map(({ text }) => text), ...ruleExamples(guide), ...random];
    for (const text of texts) {
      const said = await canonical(text);
      expect(printBlocks(readBlocks(said) ?? []), text).toBe(said);
    }
    for (const text of random) expect(await canonical(text)).toBe(text);
  });

  it('has no sentences that only editions use', async () => {
    const sentences = ['name color', 'take power red', 'hyperspeed', 'dealer starts', 'throw round or draw 2'];
    for (const text of sentences) {
      expect(isFault(await engine.rule(text)), text).toBe(true);
      expect(readBlocks(text)).toBeNull();
    }
    // End and Jump are the engine's own; `hit` on a last card is HitLast there.
    expect(NATIVE_ONLY_OPS).toHaveLength(sentences.length + 3);
  });

  it('faults of the guide are told in Spanish', async () => {
    const table = guide.slice(guide.indexOf('## When it is not understood'));
    const faulty = [...table.matchAll(/^\| `(.+?)` \| ``/gm)].map(([, text]) => (text ?? '').replaceAll('\\|', '|'));
    expect(faulty.length).toBeGreaterThan(8);
    for (const text of faulty) {
      const fault = await engine.rule(text);
      expect(isFault(fault) && faultText(fault), text).toMatch(/^Se esperaba.* .+, no .+\.$/);
    }
  });

  it('ready rules and all others are explained', async () => {
    await readAll(about.rules.map(({ text }) => text));
    for (const { name, text } of about.rules) {
      expect(explainRule(name)).not.toBe(name);
      expect(explainRule(text)).toMatch(/^[A-ZÁÉÍÓÚ«¿].*\.$/);
    }
  });
});

describe('the workbench', () => {
  const bench = (): Workbench => new Workbench(engine, classic().id);

  it('goes from text to blocks and back', async () => {
    const one = bench();
    await one.take('next draw 2 # two\nskip');
    expect(one.reading?.text).toBe('next draws 2; skip');
    await one.arrange((one.blocks ?? []).slice(1));
    expect(one.text).toBe('skip');
    await one.undo();
    expect(one.reading?.text).toBe('next draws 2; skip');
  });

  it('finds the faulty block', async () => {
    const one = bench();
    await one.take('player picks; picked draws 2');
    await one.arrange((one.blocks ?? []).slice(1));
    expect(one.fault?.code).toBe('rule.picks');
    expect(one.faultyBlock).toBe(one.blocks?.[0]?.id);
  });

  it('sees faults that only a table has', async () => {
    const one = bench();
    await one.take('next is marked a; next is marked a until uno');
    expect(one.reading).toBeNull();
    expect(one.fault && faultText(one.fault)).toContain('"a"');
  });

  it('an older answer never wins', async () => {
    let release: (() => void) | undefined;
    const slow = {
      ...engine,
      rule: async (text: string) => {
        if (text === 'skip') await new Promise<void>((go) => (release = go));
        return engine.rule(text);
      },
    };
    const one = new Workbench(slow, classic().id);
    const first = one.take('skip');
    await one.take('reverse');
    release?.();
    await first;
    expect(one.reading?.text).toBe('reverse');
    expect(printBlocks(one.blocks ?? [])).toBe('reverse');
  });
});

describe('practice', () => {
  it.each([2, 3, 4])('deals the card to seat 1 of %i, and one move shows what it does', async (players) => {
    const practice = new RulePractice(
      engine, classic(), 'novato', () => ({ you: 1, names: ['Tú', 'Lola', 'Paco', 'Inés'] }), () => Promise.resolve());
    await practice.deal('next draws 3; player confirms "a \\"quoted\\" thing"', players);
    const before = practice.told?.view;
    expect(before?.awaits).toEqual({ seat: 1, kind: 'turn' });
    expect(before?.seats[0]?.cards).toContain('Wc1');
    expect(before?.seats).toHaveLength(players);
    expect(practice.told?.moves).toContain('play Wc1 g');
    expect(await practice.send('play Wc1 g')).toBeNull();
    expect(practice.told?.view.seats[1]?.count).toBe((before?.seats[1]?.count ?? 0) + 3);
    expect(practice.told?.view.asks).toEqual(['a "quoted" thing']);
    expect(practice.lines.join(' ')).toContain('Lola toma 3 cartas');
    practice.close();
  });

  it('every ready rule can be dealt and played', async () => {
    for (const { text } of about.rules) {
      const nobody = { you: 1, names: [] };
      const practice = new RulePractice(engine, classic(), 'novato', () => nobody, () => Promise.resolve());
      await practice.deal(text, 3);
      expect(await practice.send('play Wc1 r'), text).toBeNull();
      practice.close();
    }
  });

  it('a whole table begins with the rule on every custom wild', async () => {
    const request = { ...tableRequest(classic(), 3, 'novato', 'next draws 3'), seed: '5' };
    expect(request.rules).toHaveLength(classic().customs);
    expect(isFault(await engine.begin(request))).toBe(false);
  });
});

// Counted by a native program with the same key: table/trial, as the terminal runs it.
interface Golden {
  rule: string;
  players: number;
  hands: number;
  sides: { with: Partial<TrialSide>; without: Partial<TrialSide> };
}
const GOLDEN: Golden[] = [
  {
    rule: 'next draws 2', players: 4, hands: 400, sides: {
      with: { hands: 400, players: 538, winners: 191, lengths: [0, 12, 110, 79, 70, 54, 34, 12, 10, 19] },
      without: { hands: 400, players: 517, winners: 179, lengths: [0, 12, 129, 81, 70, 45, 22, 15, 14, 12] },
    },
  },
  {
    rule: 'joke', players: 3, hands: 200, sides: {
      with: { hands: 200, players: 188, winners: 98, lengths: [15, 51, 67, 27, 19, 11, 3, 4, 0, 3] },
      without: { hands: 200, players: 203, winners: 79, lengths: [0, 43, 67, 35, 21, 10, 11, 4, 2, 7] },
    },
  },
];

describe('a trial', () => {
  const trial = (): RuleTrial => new RuleTrial(async () => engineFromBytes(wasm));

  it.each(GOLDEN)('counts as the native terminal does: $rule', async ({ rule, players, hands, sides }) => {
    const run = trial();
    await run.run('classic', players, rule, hands);
    expect(run.report?.with).toMatchObject(sides.with);
    expect(run.report?.without).toMatchObject(sides.without);
  });

  it('adds up', async () => {
    const run = trial();
    await run.run('classic', 5, 'hit 4', 200);
    for (const side of [run.report?.with, run.report?.without] as TrialReport['with'][]) {
      const sum = (all: number[]): number => all.reduce((a, b) => a + b, 0);
      expect(sum(side.wins) + side.blocked).toBe(side.hands);
      expect(sum(side.lengths)).toBe(side.hands);
      expect(side.turned).toBeLessThanOrEqual(side.played);
      expect(side.wins).toHaveLength(5);
    }
    expect(run.percent).toBe(100);
    expect(run.running).toBe(false);
  });

  it('says what a strong rule does, and that a rule which does nothing does nothing', async () => {
    const strong = trial();
    await strong.run('classic', 4, 'player draws 8', 800);
    expect(strong.effects?.length.change).toBe('more');
    expect(strong.effects?.winner.change).toBe('less');
    expect(findings(strong.effects!, 800)[0]?.text).toMatch(/^Las manos duran [\d,]+ % más \(±[\d,]+\)\.$/);
    const idle = trial();
    await idle.run('classic', 4, 'player is marked idle', 800);
    expect(idle.effects?.length).toMatchObject({ change: 'same', by: 0, margin: 0 });
    expect(findings(idle.effects!, 800).filter(({ changed }) => changed)).toEqual([]);
  });

  it('stops when told, and keeps what it has', async () => {
    const engine = engineFromBytes(wasm);
    const run = new RuleTrial(async () => ({
      ...engine,
      trialRun: async (hands) => {
        const report = await engine.trialRun(hands);
        if (report.with.hands > 1000) run.cancel();
        return report;
      },
    }));
    await run.run('classic', 4, 'skip', 4000);
    expect(run.running).toBe(false);
    expect(run.report?.with.hands).toBe(1000);
  });

  it('an older trial that answers late is not shown', async () => {
    const late: (() => void)[] = [];
    const engines = [0, 1].map((which) => {
      const real = engineFromBytes(wasm);
      const trialRun = async (hands: number): Promise<TrialReport> => {
        if (which === 0) await new Promise<void>((go) => late.push(go));
        return real.trialRun(hands);
      };
      return { ...real, trialRun, close: () => undefined };
    });
    const run = new RuleTrial(() => Promise.resolve(engines.shift() as Engine));
    const older = run.run('classic', 2, 'skip', 400);
    while (!late.length) await new Promise((next) => setTimeout(next, 1));
    await run.run('classic', 6, 'reverse', 80);
    late[0]?.();
    await Promise.race([older, new Promise((next) => setTimeout(next, 100))]);
    expect(run.report?.with.wins).toHaveLength(6);
    expect(run.rule).toBe('reverse');
  });

  it('a fault is told, and an engine that dies', async () => {
    const run = trial();
    await run.run('classic', 4, 'next is marked a; next is marked a until uno');
    expect(run.fault?.code).toBe('freeze.mark_both');
    const dead = new RuleTrial(() => Promise.reject(new Error('gone')));
    await dead.run('classic', 4, 'skip');
    expect(dead.failed).toBe(true);
    expect(dead.running).toBe(false);
  });
});
