// A fault as a sentence, as words/fault.cpp makes it from the same texts: `fault.CODE` with its arguments. An argument
// that begins with @ names another text, whose own arguments are those that follow it.
import type { Fault } from '../engine/api';
import { say } from './words.svelte';

function sentence(code: string, args: readonly string[]): string {
  const said = args.map((arg, i) => (arg.startsWith('@') ? sentence(arg.slice(1), args.slice(i + 1)) : arg));
  return say('fault.' + code, ...said);
}

type Coded = Pick<Fault, 'code' | 'args'>;

// As part of a sentence: "expected a number from 1 to 20, got `two`".
export const faultPhrase = (fault: Coded): string => sentence(fault.code, fault.args);

// As a sentence of its own.
export function faultText(fault: Coded): string {
  const text = faultPhrase(fault);
  return text.charAt(0).toLocaleUpperCase() + text.slice(1) + '.';
}

// With its place in front, where it has one: "3: expected …".
export const placedFault = (fault: Coded & { line?: number; column?: number }): string =>
  [fault.line, fault.column].filter(Boolean).join(':') + (fault.line ? ': ' : '') + faultPhrase(fault);
