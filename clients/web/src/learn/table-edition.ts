// Whose rules are explained: an edition's, or those of a table that plays it with options of its own (`tableName`).
import type { About, EditionInfo } from '../engine/api';
import { canBe } from '../options/values';
import { tableName } from './links';

export interface TableEdition extends EditionInfo {
  usual?: Record<string, string>; // the edition's own options, if `options` are a table's
}

export function tableOf({ editions, options }: About, name: string): TableEdition | undefined {
  const [id, ...pairs] = name.split(',');
  const edition = editions.find((one) => one.id === id);
  if (!edition || !pairs.length) return edition;
  const chosen: Record<string, string> = {};
  for (const [option, value = ''] of pairs.map((pair) => pair.split('='))) {
    const known = options.find((one) => one.name === option && one.name in edition.options);
    if (known && canBe(known, value)) chosen[known.name] = value;
  }
  return { ...edition, options: { ...edition.options, ...chosen }, usual: edition.options };
}

// What tableOf reads.
export function nameOf({ id, options, usual }: TableEdition): string {
  if (!usual) return id;
  return tableName(id, Object.fromEntries(Object.entries(options).filter(([name, value]) => usual[name] !== value)));
}
