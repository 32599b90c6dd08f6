// Which examples have been done, on this device.
import { lasting, readJson } from '../ui/store.svelte';

const KEY = 'comodin.learned';
const isList = (value: unknown): value is unknown[] => Array.isArray(value);

let ids = $state.raw((readJson(lasting, KEY, isList) ?? []).filter((id) => typeof id === 'string'));

export const isLearned = (id: string): boolean => ids.includes(id);
export function setLearned(id: string): void {
  if (ids.includes(id)) return;
  ids = [...ids, id];
  lasting.set(KEY, JSON.stringify(ids));
}
