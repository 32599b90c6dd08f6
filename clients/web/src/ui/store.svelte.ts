// What the browser keeps for this page. What it refuses to keep (storage is blocked, the window is private, the disk is
// full) the page remembers itself, until it is closed; keepsNothing() says so.
export interface Store {
  get(key: string): string | null;
  set(key: string, value: string): boolean; // false: only until the page is closed
  remove(key: string): void;
  keys(): string[]; // the prefix of this game's keys
}

const OURS = 'comodin';
let refused = $state.raw(false);
export const keepsNothing = (): boolean => refused;

export function storeIn(storage: () => Storage): Store {
  const here = new Map<string, string | null>(); // newer than what the browser has; null: removed
  const attempt = <T>(act: (kept: Storage) => T, or: T): T => {
    try {
      return act(storage());
    } catch {
      refused = true;
      return or;
    }
  };
  const change = (key: string, value: string | null, act: (kept: Storage) => void): boolean => {
    here.delete(key);
    const done = attempt((kept) => {
      act(kept);
      return true;
    }, false);
    if (!done) here.set(key, value);
    return done;
  };
  return {
    get: (key) => {
      const late = here.get(key);
      return late !== undefined ? late : attempt((kept) => kept.getItem(key), null);
    },
    set: (key, value) => change(key, value, (kept) => kept.setItem(key, value)),
    remove: (key) => void change(key, null, (kept) => kept.removeItem(key)),
    keys: () => {
      const kept = attempt((all) => Array.from({ length: all.length }, (_, index) => all.key(index) ?? ''), []);
      const all = new Set([...kept, ...here.keys()].filter((key) => key.startsWith(OURS)));
      return [...all].filter((key) => here.get(key) !== null).sort();
    },
  };
}

export const lasting = storeIn(() => localStorage);
export const passing = storeIn(() => sessionStorage); // until the tab is closed

// A stored value; null if there is none, or if it is malformed.
export function readJson<T>(store: Store, key: string, is: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(store.get(key) ?? 'null');
    return is(value) ? value : null;
  } catch {
    return null;
  }
}

// Tested before anything is at stake: some browsers allow reading and refuse only writing.
export function tryStore(): void {
  for (const store of [lasting, passing]) {
    store.set(`${OURS}.probe`, '1');
    store.remove(`${OURS}.probe`);
  }
}
