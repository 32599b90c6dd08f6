// The rules as these pages explain them: complete, true to docs/RULES.md by the clauses they name, and found by search.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EditionInfo } from '../../../src/engine/api';
import { engineFromBytes } from '../../../src/engine/engine';
import { setLanguage } from '../../../src/words/words.svelte';
import english from '../../../../../words/learn.en.json';
import spanish from '../../../../../words/learn.es.json';
import { cardGroups, numberRanges } from '../../../src/learn/card-groups';
import { clauseHref, rulesHref } from '../../../src/learn/links';
import { ownRules } from '../../../src/learn/editions';
import { examples } from '../../../src/learn/examples';
import { briefOf, placeOf, rulesOf, search, searchAll, simple, textOf } from '../../../src/learn/rulebook';
import { common } from '../../../src/learn/sections';
import { nameOf, tableOf } from '../../../src/learn/table-edition';
import { loadLearnWords, plain, spans } from '../../../src/learn/learn-words';

const engine = engineFromBytes(readFileSync('../../build/wasm/bin/comodin.wasm'));
const about = await engine.about();
const editions = about.editions;
const edition = (id: string): EditionInfo => editions.find((one) => one.id === id) as EditionInfo;
// A clause begins an item of a list: "- TURN-1 Play one card …".
const found = (path: string, what: RegExp): string[] =>
  [...readFileSync(path, 'utf8').matchAll(what)].map((match) => match[1] ?? '');
const clauses = found('../../docs/RULES.md', /^- ([A-Z0-9]+-\d+) /gm);
const paragraphs = (one: EditionInfo) => rulesOf(one).flatMap((section) => section.paragraphs);

beforeAll(async () => {
  await setLanguage('es');
  await loadLearnWords();
});

describe('clauses', () => {
  it('are all explained, and none is invented', () => {
    const cited = new Set(editions.flatMap(paragraphs).flatMap((paragraph) => paragraph.clauses));
    expect(clauses.length).toBeGreaterThan(70);
    expect(clauses.filter((clause) => !cited.has(clause))).toEqual([]);
    expect([...cited].filter((clause) => !clauses.includes(clause))).toEqual([]);
  });

  it('shown by examples are real', () => {
    for (const example of examples) expect(example.clauses.filter((clause) => !clauses.includes(clause))).toEqual([]);
  });

  it('lead from a refusal to a paragraph, in every edition', async () => {
    const refusals = found('../../words/es.json', /"fault\.refusal\.([a-z_]+)"/g);
    const common = (clause: string): boolean => !/^(POWER|STREAMS|CUSTOM|HYPER|CREEPER)-/.test(clause);
    for (const refusal of refusals) {
      const clause = await engine.clause(refusal);
      if (!clause) continue;
      const where = editions.filter((one) => placeOf(one, clause));
      expect(where.length, `${refusal} ${clause}`).toBe(common(clause) ? editions.length : 1);
    }
    expect(clauseHref('W4-3', 'powers')).toBe('#/learn/powers/W4-3');
  });
});

describe('each edition', () => {
  it.each(editions)('$id has every section and its own', (one) => {
    expect(rulesOf(one).map(({ id }) => id)).toEqual(common.map(({ id }) => id));
    expect(ownRules(one.id).special.length).toBeGreaterThan(3);
  });

  it.each(editions)('$id tells its own values', (one) => {
    const ids = paragraphs(one).map(({ id }) => id as string);
    expect(ids.includes('setup.left')).toBe(one.direction === 'left');
    expect(ids.includes('draw.forced_may')).toBe(one.options.drawn_forced === 'may');
    expect(ids.includes('draw.voluntary_must')).toBe(one.options.drawn_voluntary === 'must');
    expect(ids.includes('goal.hand')).toBe(one.options.format === 'hand');
    expect(paragraphs(one).map((paragraph) => textOf(paragraph, one)).join().match(/\{\d\}|web\.learn/)).toBeNull();
    expect(briefOf(one).length).toBeGreaterThan(8);
  });

  it.each(editions)('$id describes every card with its points', (one) => {
    const groups = cardGroups(one);
    for (const card of one.cards) {
      const group = groups.find(({ symbol }) => symbol === (/^\d+$/.test(card.symbol) ? '' : card.symbol));
      expect(group?.about, card.card).toBeTruthy();
      expect(group?.about).not.toContain('about.');
      if (group?.symbol) expect(group.points).toBe(String(card.points));
    }
  });

  it('that nobody has written about gets the common rules', () => {
    const unknown: EditionInfo = { ...edition('classic'), id: 'sixth', direction: 'right' };
    const ids = paragraphs(unknown).map(({ id }) => id as string);
    expect(ids).toContain('setup.right');
    expect(ids).toContain('turn.match');
    expect(ids.some((id) => id.startsWith('custom.'))).toBe(false);
  });

  it('with another wild as a match says so of its +4', () => {
    const ids = (id: string) => paragraphs(edition(id)).map((paragraph) => paragraph.id as string);
    expect(ids('hyperdrive')).toContain('four.legal_wild');
    expect(ids('hyperdrive')).not.toContain('four.legal');
    expect(ids('classic')).toContain('four.legal');
  });
});

describe('readings', () => {
  const texts = (name: string): string => {
    const one = tableOf(about, name)!;
    return paragraphs(one).map((paragraph) => textOf(paragraph, one)).join('\n');
  };

  it('are told where they matter, as they are usually read', async () => {
    await setLanguage('en');
    expect(texts('classic')).toContain('accepting or challenging a +4 is not a turn'); // UNO-2
    expect(texts('powers')).toContain('must say UNO as soon as one is left'); // UNO-6
    expect(texts('powers')).toContain('The second of two cards must match the first');
    expect(texts('classic')).not.toContain('two cards in one turn');
    await setLanguage('es');
  });

  it('are told as a table has chosen them, in an address that leads back to itself', async () => {
    await setLanguage('en');
    const name = 'powers,format=low,double_uno=end,flip_effect=placed';
    expect(nameOf(tableOf(about, name)!)).toBe(name);
    expect(texts(name)).toContain('only if one is left when the turn is over');
    expect(texts(name)).not.toContain('as soon as one is left');
    expect(texts(name)).not.toContain('A turned-up +4 is always legal');
    expect(texts(name)).toContain('the lowest total');
    await setLanguage('es');
  });

  it('of an address are taken only as far as they make sense', () => {
    expect(tableOf(about, 'sixth,double_uno=end')).toBeUndefined();
    expect(tableOf(about, 'powers')?.usual).toBeUndefined();
    const odd = tableOf(about, 'classic,double_uno=end,stacking=up,target=0,cards=5,<b>')!;
    expect(odd.options).toEqual({ ...edition('classic').options, cards: '5' });
    expect(nameOf(odd)).toBe('classic,cards=5');
    expect(nameOf(tableOf(about, 'classic,usual')!)).toBe('classic,usual');
    expect(rulesHref('powers', { double_uno: 'end' }, 'uno')).toBe('#/learn/powers%2Cdouble_uno%3Dend/uno');
    expect(rulesHref('powers')).toBe('#/learn/powers');
  });
});

describe('texts', () => {
  it('of rules are all used', () => {
    const own = Object.keys(spanish).filter((key) => key.startsWith('web.learn.rule.')).map((key) => key.slice(15));
    const used = new Set([
      ...common.flatMap((section) => section.paragraphs),
      ...editions.flatMap(({ id }) => [...ownRules(id).special, ...Object.values(ownRules(id).replace ?? {})]),
    ].map(({ id }) => id as string));
    expect(own.filter((id) => !used.has(id))).toEqual([]);
  });

  it('have their stars in pairs, in both languages', () => {
    for (const [key, text] of [...Object.entries(spanish), ...Object.entries(english)])
      expect(text.split('*').length % 2, key).toBe(1);
    expect(spans('a *b* y rojo ♥, no')).toMatchObject([
      { text: 'a ' }, { text: 'b', strong: true }, { text: ' y ' }, { text: 'rojo', color: 'r', tail: ',' },
      { text: ' no' },
    ]);
    expect(plain('*Rojo ♥:* sí')).toBe('Rojo: sí');
  });
});

describe('search', () => {
  it('minds neither accents nor case', () => {
    expect(simple('¡Última ÑANDÚ!')).toBe('¡ultima nandu!');
    const ids = search(edition('classic'), 'ULTIMA carta').map(({ paragraph }) => paragraph as string);
    expect(ids).toContain('four.last');
    expect(ids).toContain('end.last');
  });

  it('finds beginnings of words, symbols and clauses', () => {
    expect(search(edition('classic'), 'rever').length).toBeGreaterThan(2);
    expect(search(edition('classic'), '+4').length).toBeGreaterThan(3);
    expect(search(edition('classic'), 'w4-3').map(({ paragraph }) => paragraph)).toEqual(['four.bluff']);
    expect(search(edition('classic'), 'xyz')).toEqual([]);
    expect(search(edition('classic'), '( [')).toEqual([]);
  });

  it('finds in all editions what they share once', () => {
    const where = searchAll(editions, 'creeper').map(({ edition: one }) => one.id);
    expect(new Set(where)).toEqual(new Set(['creeper']));
    const shared = searchAll(editions, 'reversa').map(({ paragraph }) => paragraph);
    expect(new Set(shared).size).toBe(shared.length);
  });
});

it('puts numbers together that are in the deck equally often', () => {
  const cards = [['1', 1], ['2', 2], ['3', 2]].map(([symbol, copies]) => ({ symbol, copies }));
  expect(numberRanges(cards as never)).toBe('1 ×1 · 2–3 ×2');
});
