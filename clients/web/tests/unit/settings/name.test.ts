// Names: what can be seen of them, and nobody has another's.
import { describe, expect, it } from 'vitest';
import { cleanName, distinctName, NAME_MAX, offeredName, sameName } from '../../../src/settings/name';
import { readSettings } from '../../../src/settings/settings.svelte';

const BLANKS = [
  '', ' ', '\t\n', '\u00a0', '\u2003\u3000', '\u200b\u2060', '\u3164', '\u2800', '\u115f\u1160', '\u034f', '\u202e',
  '\ufe0f', '\u0301', '\u00ad', '\ufeff',
];

describe('a name', () => {
  it('of blanks is none', () => {
    for (const blank of BLANKS) expect(cleanName(blank), JSON.stringify(blank)).toBe('');
    expect(readSettings('{"name":"\\u2003\\u200b"}').name).toBe('');
  });

  it('keeps what can be read', () => {
    for (const name of ['Ana', 'Ana ñ', '日本語', 'é', '😀', '<b>']) expect(cleanName(name)).toBe(name);
    expect(cleanName('  A\u202en\u200ba  \u2003 B ')).toBe('Ana B');
    expect([...cleanName('w'.repeat(40))]).toHaveLength(NAME_MAX);
  });

  it('that somebody has gets a number, as on the server', () => {
    expect(distinctName('Luz', ['Ana'])).toBe('Luz');
    expect(distinctName('ána', ['Ana'])).toBe('ána 2');
    expect(distinctName('Ana', ['Ana', 'ana 2'])).toBe('Ana 3');
    expect(distinctName('w'.repeat(24), ['w'.repeat(24)])).toBe('w'.repeat(22) + ' 2');
    expect(sameName('Inés', 'INES')).toBe(true);
  });

  it('is offered from those that are free', () => {
    expect(offeredName(['Puma', 'Zorro'], ['puma'], () => 0)).toBe('Zorro');
    expect(offeredName(['Puma'], ['Puma'], () => 0)).toBe('Puma 2');
  });
});
