// IndexedDB, as promises. A database that does not answer counts as refused, so that nobody waits for it.
const PATIENCE = 3000; // milliseconds

export function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('refused'));
  });
}

export async function openDatabase(
  name: string, make: (fresh: IDBDatabase) => void, patience = PATIENCE,
): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => make(request.result);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    request.onblocked = () => reject(new Error('blocked'));
    const until = performance.now() + patience;
    const look = (): void => { // a timer may come too early: a kept game must not be called lost for that
      if (performance.now() >= until) reject(new Error('no answer'));
      else timer = setTimeout(look, until - performance.now());
    };
    look();
  });
  const opened = answer(request);
  opened.then((late) => (late.onversionchange = () => late.close()), () => {}); // everything is to be forgotten
  return Promise.race([opened, silence]).finally(() => clearTimeout(timer));
}
