import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { familiesOf, sourcesUnder, textsFor, type Texts } from '../../../tools/texts';

test('families are found in keys as they are written, and in their beginnings', () => {
  expect([...familiesOf("t('help.title')")]).toEqual(['help.']);
  expect([...familiesOf('say(`event.${kind}`, "web.app")')]).toEqual(['event.', 'web.']);
  expect([...familiesOf("say('option.' + name)")]).toEqual(['option.']);
  expect([...familiesOf("import x from './words'; 'a sentence. And more'")]).toEqual([]);
});

test('only texts of families that nobody names are left out', () => {
  const texts = { language: 'a', 'help.title': 'b', 'event.draw': 'c' };
  expect(textsFor(new Set(['event.']), texts)).toEqual({ language: 'a', 'event.draw': 'c' });
});

test('faults that only programs can meet are left out', () => {
  const [kept, left] = [['fault.rule.sentence', 'fault.edition.unknown'], ['fault.view.phase', 'fault.edition.id']];
  const texts = Object.fromEntries([...kept, ...left].map((key) => [key, 'a text']));
  expect(Object.keys(textsFor(new Set(['fault.']), texts))).toEqual(kept);
});

test('the page keeps its own texts, and not the terminal\'s', () => {
  const texts = JSON.parse(readFileSync('../../words/es.json', 'utf8')) as Texts;
  const families = new Set(sourcesUnder('src').flatMap((source) => [...familiesOf(source)]));
  const kept = textsFor(families, texts);
  expect(kept).toMatchObject({ 'web.app': 'Comodín', 'fault.refusal.not_awaited': 'no es tu turno' });
  for (const needed of ['event.', 'card.', 'fault.']) expect(families).toContain(needed);
  expect(Object.keys(kept).length).toBeLessThan(Object.keys(texts).length);
});
