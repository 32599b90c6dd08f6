// Readings: options where the rulebooks leave room. Which ones an edition has, which values are chosen, and how that is
// worded.
import type { EditionInfo, OptionInfo } from '../engine/api';
import { has, say, t, tn } from '../words/words.svelte';

type Values = Record<string, string>;

export const isReading = ({ literal }: OptionInfo): boolean => literal !== undefined;

export const readingsOf = (options: readonly OptionInfo[], edition: Pick<EditionInfo, 'options'>): OptionInfo[] =>
  options.filter((option) => isReading(option) && option.name in edition.options);

// What "to the letter" sets, and what returns to the usual values.
export const toTheLetter = (readings: readonly OptionInfo[]): Values =>
  Object.fromEntries(readings.map(({ name, literal = '' }) => [name, literal]));
export const asUsual = (readings: readonly OptionInfo[], own: Values): Values =>
  Object.fromEntries(readings.map(({ name }) => [name, own[name] ?? '']));

export const isSo = (values: Values, chosen: Values): boolean =>
  Object.entries(values).every(([name, value]) => chosen[name] === value);

// In a word or two: what is chosen, if it is not the usual value.
export function chipOf(readings: readonly OptionInfo[], own: Values, chosen: Values): string {
  const changed = readings.filter(({ name }) => chosen[name] !== own[name]).length;
  if (!changed) return '';
  return isSo(toTheLetter(readings), chosen) ? t('option.literal') : tn('web.solo.house.changed', changed);
}

// A reading as a table plays it.
export interface Reading {
  name: string;
  title: string;
  rule: string; // a sentence
  differs: boolean; // differs from the edition's own
  usual: string; // the edition's own, in a word or two
  other: string; // the alternatives, likewise
}

const label = (name: string, value: string): string =>
  has(`option.${name}.${value}`) ? say(`option.${name}.${value}`) : value;

export const ruleOf = (name: string, value: string): string =>
  has(`option.${name}.${value}.rule`) ? say(`option.${name}.${value}.rule`) : label(name, value);

export function tellReadings(readings: readonly OptionInfo[], own: Values, chosen: Values = own): Reading[] {
  return readings.map(({ name, values }) => {
    const usual = own[name] ?? '';
    const value = chosen[name] ?? usual;
    return {
      name,
      title: has('option.' + name) ? say('option.' + name) : name,
      rule: ruleOf(name, value),
      differs: value !== usual,
      usual: label(name, usual),
      other: values.filter((one) => one !== value).map((one) => label(name, one)).join(' · '),
    };
  });
}
