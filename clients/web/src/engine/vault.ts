// Where saved games are kept: in the browser, but only workers read and write here. A saved game has everybody's cards
// in it, so the page is handed a name for it and nothing else.
import { answer, openDatabase } from '../ui/database';

export const VAULT = 'comodin-vault';
const SAVES = 'saves';
const SAVES_MAX = 120; // more than the number of games that the page keeps
const NAME = 'kept ';

interface Save {
  name: string;
  when: number;
  text: string;
}

let opened: Promise<IDBDatabase> | undefined;

const open = (): Promise<IDBDatabase> =>
  (opened ??= openDatabase(VAULT, (fresh) => {
    fresh.createObjectStore(SAVES, { keyPath: 'name' }).createIndex('when', 'when');
  }));

const saves = async (mode: IDBTransactionMode): Promise<IDBObjectStore> =>
  (await open()).transaction(SAVES, mode).objectStore(SAVES);

export const newName = (): string => NAME + crypto.getRandomValues(new BigUint64Array(2)).join('-');

// The name under which the text can be fetched again; where the browser keeps nothing, the text itself.
export async function keep(name: string, text: string): Promise<string> {
  try {
    await answer((await saves('readwrite')).put({ name, text, when: Date.now() } satisfies Save));
    return name;
  } catch {
    return text;
  }
}

// What was kept under this name. Anything else is a text itself, and is given back as it is.
export async function kept(name: string): Promise<string> {
  if (!name.startsWith(NAME)) return name;
  const save = (await answer((await saves('readonly')).get(name))) as Save | undefined;
  return save?.text ?? '';
}

// Removes the oldest saves: games that are over or were given up leave theirs behind.
export async function tidy(): Promise<void> {
  const store = await saves('readwrite');
  const names = await answer(store.index('when').getAllKeys());
  for (const name of names.slice(0, Math.max(0, names.length - SAVES_MAX))) store.delete(name);
}
