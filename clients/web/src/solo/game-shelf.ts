// Where games are kept: a small wrapper around IndexedDB. Lists are read often and texts seldom, so they are kept
// apart.
import { answer, openDatabase } from '../ui/database';

export interface Entry<Meta> {
  meta: Meta;
  text: string; // a saved game or a record; '': none kept here
}

export interface Shelf<Meta> {
  list(): Promise<Meta[]>;
  text(id: string): Promise<string | null>; // null: no such game
  put(entry: Entry<Meta>): Promise<void>;
  remove(id: string): Promise<void>;
  clear(): Promise<void>;
}

const META = 'games';
const TEXTS = 'texts';

function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error('refused'));
  });
}

// Rejects where the browser keeps nothing: private windows, blocked storage, a full disk.
export async function browserShelf<Meta extends { id: string }>(name: string): Promise<Shelf<Meta>> {
  const database = await openDatabase(name, (fresh) => {
    fresh.createObjectStore(META, { keyPath: 'id' });
    fresh.createObjectStore(TEXTS);
  });
  const change = async (act: (meta: IDBObjectStore, texts: IDBObjectStore) => void): Promise<void> => {
    const transaction = database.transaction([META, TEXTS], 'readwrite');
    act(transaction.objectStore(META), transaction.objectStore(TEXTS));
    await done(transaction);
  };
  return {
    list: () => answer<Meta[]>(database.transaction(META).objectStore(META).getAll()),
    text: async (id) => {
      const found: unknown = await answer(database.transaction(TEXTS).objectStore(TEXTS).get(id));
      return typeof found === 'string' ? found : null;
    },
    put: ({ meta, text }) =>
      change((metas, texts) => {
        metas.put(meta);
        texts.put(text, meta.id);
      }),
    remove: (id) =>
      change((metas, texts) => {
        metas.delete(id);
        texts.delete(id);
      }),
    clear: () =>
      change((metas, texts) => {
        metas.clear();
        texts.clear();
      }),
  };
}

export function memoryShelf<Meta extends { id: string }>(): Shelf<Meta> {
  const entries = new Map<string, Entry<Meta>>();
  return {
    list: async () => [...entries.values()].map(({ meta }) => meta),
    text: async (id) => entries.get(id)?.text ?? null,
    put: async (entry) => void entries.set(entry.meta.id, entry),
    remove: async (id) => void entries.delete(id),
    clear: async () => entries.clear(),
  };
}
