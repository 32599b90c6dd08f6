import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { asked, isTerminalOnly, sourcesUnder } from '../../tools/texts';

const keys = new Set(Object.keys(JSON.parse(readFileSync('../words/es.json', 'utf8')) as object));

test('keys are found as they are written, and by their beginnings', () => {
  const some = new Set(['help.title', 'event.draw', 'web.app']);
  expect(asked("t('help.title')", some)).toEqual(['help.title']);
  expect(asked('say(`event.${kind}`)', some)).toEqual(['event.']);
  expect(asked("say('web.' + x); 'nothing'; 'help.'", some)).toEqual(['web.', 'help.']);
});

test('the page asks for nothing that only the terminal has', () => {
  const wanted = sourcesUnder('src').flatMap((path) => asked(readFileSync(path, 'utf8'), keys));
  expect(wanted.length).toBeGreaterThan(10);
  expect(wanted.filter(isTerminalOnly)).toEqual([]);
});

test('what is left to the terminal is there at all', () => {
  expect([...keys].filter(isTerminalOnly).length).toBeGreaterThan(50);
  expect(isTerminalOnly('event.draw')).toBe(false);
});
