import { afterEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../../src/ui/database';
import { keepsNothing, readJson, storeIn } from '../../../src/ui/store.svelte';

const no = (): never => {
  throw new DOMException('no', 'SecurityError');
};

// Storage as browsers have it, which may refuse to write.
class FakeStorage {
  kept = new Map<string, string>();
  full = false;
  get length(): number {
    return this.kept.size;
  }
  key = (index: number): string | null => [...this.kept.keys()][index] ?? null;
  getItem = (key: string): string | null => this.kept.get(key) ?? null;
  setItem = (key: string, value: string): void => (this.full ? no() : void this.kept.set(key, value));
  removeItem = (key: string): void => void this.kept.delete(key);
}

describe('a store', () => {
  it('keeps what the browser keeps', () => {
    const storage = new FakeStorage();
    const store = storeIn(() => storage as unknown as Storage);
    expect(store.set('comodin.a', '1')).toBe(true);
    storage.setItem('else', '2');
    expect(store.get('comodin.a')).toBe('1');
    expect(store.keys()).toEqual(['comodin.a']);
    store.remove('comodin.a');
    expect(store.get('comodin.a')).toBeNull();
    expect(keepsNothing()).toBe(false);
  });

  it('remembers by itself what a full browser refuses, also over an older value', () => {
    const storage = new FakeStorage();
    const store = storeIn(() => storage as unknown as Storage);
    store.set('comodin.a', 'old');
    storage.full = true;
    expect(store.set('comodin.a', 'new')).toBe(false);
    expect(store.get('comodin.a')).toBe('new');
    expect(keepsNothing()).toBe(true);
    storage.full = false;
    expect(store.set('comodin.a', 'newer')).toBe(true);
    expect(storage.getItem('comodin.a')).toBe('newer');
  });

  it('works where the very word throws', () => {
    const store = storeIn(no);
    expect(store.get('comodin.a')).toBeNull();
    expect(store.keys()).toEqual([]);
    store.set('comodin.a', '1');
    expect([store.get('comodin.a'), store.keys()]).toEqual(['1', ['comodin.a']]);
    store.remove('comodin.a');
    expect([store.get('comodin.a'), store.keys()]).toEqual([null, []]);
  });

  it('gives no value that is not what it should be', () => {
    const storage = new FakeStorage();
    const store = storeIn(() => storage as unknown as Storage);
    const isList = (value: unknown): value is unknown[] => Array.isArray(value);
    const read = (text: string): unknown[] | null => {
      store.set('comodin.a', text);
      return readJson(store, 'comodin.a', isList);
    };
    expect(read('[1]')).toEqual([1]);
    for (const text of ['{"a":1}', '[1', '', 'null']) expect(read(text), text).toBeNull();
  });
});

describe('a database', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('that never answers is not waited for', async () => {
    vi.stubGlobal('indexedDB', { open: () => ({}) });
    await expect(openDatabase('x', () => {}, 20)).rejects.toThrow('no answer');
  });

  it('that is blocked is not waited for', async () => {
    const request: { onblocked?: () => void } = {};
    vi.stubGlobal('indexedDB', { open: () => request });
    const opened = openDatabase('x', () => {}, 10_000);
    request.onblocked?.();
    await expect(opened).rejects.toThrow('blocked');
  });

  it('that may not be opened is refused', async () => {
    vi.stubGlobal('indexedDB', { open: no });
    await expect(openDatabase('x', () => {})).rejects.toThrow('no');
  });
});
