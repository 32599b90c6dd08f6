import { describe, expect, it } from 'vitest';
import { faultSpan } from '../../../src/workshop/fault-place';

const fault = (line: number, column: number) => ({ type: 'fault' as const, code: '', args: [], line, column });

describe('the place of a fault', () => {
  const at = (text: string, line: number, column: number): string => {
    const { from, to } = faultSpan(text, fault(line, column));
    return text.slice(from, to);
  };
  it('is a word', () => expect(at('skip\nnext draws two; skip', 2, 12)).toBe('two'));
  it('counts bytes, not characters', () => expect(at('player confirms "ñandú" now', 1, 27)).toBe('now'));
  it('is a mark, a text or the end', () => {
    expect(at('next chooses { "crow" }', 1, 23)).toBe('}');
    expect(at('next draws "two cards" x', 1, 12)).toBe('"two cards"');
    expect(faultSpan('next', fault(1, 5))).toEqual({ from: 4, to: 5 });
  });
});
