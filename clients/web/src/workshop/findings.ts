// Verdicts in plain words, each with how sure it is: "Las manos duran 12 % más (±2)."
import { numberText } from '../ui/plots/scale';
import { currentLanguage, t } from '../words/words.svelte';
import type { Verdict, Verdicts } from './verdict';

export interface Finding {
  about: 'length' | 'winner' | 'turned' | 'blocked' | 'seat';
  changed: boolean;
  text: string;
}

const number = (value: number): string =>
  numberText(value, currentLanguage(), Math.abs(value) < 9.95 && Math.abs(value) >= 0.05 ? 1 : 0);
const amount = (one: Verdict): [string, string] => [number(Math.abs(one.by)), number(one.margin)];
const sides = (one: Verdict): [string, string] => [number(one.with), number(one.without)];

function length(one: Verdict): string {
  if (one.change === 'same') return t('web.workshop.found.length.same', ...signed(one));
  return t(one.change === 'more' ? 'web.workshop.found.length.more' : 'web.workshop.found.length.less', ...amount(one));
}

const signed = (one: Verdict): [string, string] =>
  [(one.by < 0 ? '−' : '+') + number(Math.abs(one.by)), number(one.margin)];

function winner(one: Verdict): string {
  if (one.change === 'same') return t('web.workshop.found.winner.same', ...sides(one), ...signed(one));
  const key = one.change === 'more' ? 'web.workshop.found.winner.more' : 'web.workshop.found.winner.less';
  return t(key, ...sides(one), ...amount(one));
}

function turned(one: Verdict): string {
  if (one.change === 'same') return t('web.workshop.found.turned.same', ...sides(one));
  return t('web.workshop.found.turned', ...sides(one), number(one.margin));
}

function blocked(one: Verdict, hands: number): string {
  if (one.with === 0 && one.without === 0) return t('web.workshop.found.blocked.none', number(hands));
  if (one.change === 'same') return t('web.workshop.found.blocked.same', ...sides(one));
  return t('web.workshop.found.blocked', ...sides(one), number(one.margin));
}

function seat(one: Verdict & { seat: number }): string {
  if (one.change === 'same') return t('web.workshop.found.seat.same');
  const key = one.change === 'more' ? 'web.workshop.found.seat.more' : 'web.workshop.found.seat.less';
  return t(key, one.seat, ...sides(one), ...amount(one));
}

export function findings(verdicts: Verdicts, hands: number): Finding[] {
  const finding = (about: Finding['about'], text: string): Finding => ({
    about, changed: verdicts[about].change !== 'same', text,
  });
  return [
    finding('length', length(verdicts.length)), finding('winner', winner(verdicts.winner)),
    finding('seat', seat(verdicts.seat)), finding('turned', turned(verdicts.turned)),
    finding('blocked', blocked(verdicts.blocked, hands)),
  ];
}
