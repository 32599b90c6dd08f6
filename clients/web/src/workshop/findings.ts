// Effects in plain words, each with its margin of error: "Las manos duran 12 % más (±2)."
import { numberText } from '../ui/plots/scale';
import { currentLanguage, t } from '../words/words.svelte';
import type { Effect, Effects } from './effects';

export interface Finding {
  about: 'length' | 'winner' | 'turned' | 'blocked' | 'seat';
  changed: boolean;
  text: string;
}

const number = (value: number): string =>
  numberText(value, currentLanguage(), Math.abs(value) < 9.95 && Math.abs(value) >= 0.05 ? 1 : 0);
const amount = (one: Effect): [string, string] => [number(Math.abs(one.by)), number(one.margin)];
const sides = (one: Effect): [string, string] => [number(one.with), number(one.without)];

function length(one: Effect): string {
  if (one.change === 'same') return t('web.workshop.found.length.same', ...signed(one));
  return t(one.change === 'more' ? 'web.workshop.found.length.more' : 'web.workshop.found.length.less', ...amount(one));
}

const signed = (one: Effect): [string, string] =>
  [(one.by < 0 ? '−' : '+') + number(Math.abs(one.by)), number(one.margin)];

function winner(one: Effect): string {
  if (one.change === 'same') return t('web.workshop.found.winner.same', ...sides(one), ...signed(one));
  const key = one.change === 'more' ? 'web.workshop.found.winner.more' : 'web.workshop.found.winner.less';
  return t(key, ...sides(one), ...amount(one));
}

function turned(one: Effect): string {
  if (one.change === 'same') return t('web.workshop.found.turned.same', ...sides(one));
  return t('web.workshop.found.turned', ...sides(one), number(one.margin));
}

function blocked(one: Effect, hands: number): string {
  if (one.with === 0 && one.without === 0) return t('web.workshop.found.blocked.none', number(hands));
  if (one.change === 'same') return t('web.workshop.found.blocked.same', ...sides(one));
  return t('web.workshop.found.blocked', ...sides(one), number(one.margin));
}

function seat(one: Effect & { seat: number }): string {
  if (one.change === 'same') return t('web.workshop.found.seat.same');
  const key = one.change === 'more' ? 'web.workshop.found.seat.more' : 'web.workshop.found.seat.less';
  return t(key, one.seat, ...sides(one), ...amount(one));
}

export function findings(effects: Effects, hands: number): Finding[] {
  const finding = (about: Finding['about'], text: string): Finding => ({
    about, changed: effects[about].change !== 'same', text,
  });
  return [
    finding('length', length(effects.length)), finding('winner', winner(effects.winner)),
    finding('seat', seat(effects.seat)), finding('turned', turned(effects.turned)),
    finding('blocked', blocked(effects.blocked, hands)),
  ];
}
