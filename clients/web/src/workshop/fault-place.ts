// Where a fault of a rule text is: the engine counts bytes, the page characters.
import type { Fault } from '../engine/api';

// Columns count bytes; the page counts characters. From 0, and at most the line's length.
export function characterAt(line: string, column: number): number {
  const bytes = new TextEncoder().encode(line).slice(0, Math.max(0, column - 1));
  return new TextDecoder().decode(bytes).length;
}

// The word at the fault, as a range in the whole text; at least one character wide.
export function faultSpan(text: string, fault: Fault): { from: number; to: number } {
  const lines = text.split('\n');
  const index = Math.min(Math.max(1, fault.line ?? 1), lines.length) - 1;
  const line = lines[index] ?? '';
  const start = lines.slice(0, index).reduce((sum, one) => sum + one.length + 1, 0);
  const at = characterAt(line, fault.column ?? 1);
  const word = /^"(?:[^"\\]|\\.)*"?|^[^\s";{}|]+|^./.exec(line.slice(at))?.[0] ?? '';
  return { from: start + at, to: start + at + Math.max(1, word.length) };
}
