// What a connection needs of a real browser.
import type { Connection, Store } from './connection';
import type { Outside, Socket } from './line';
import { toHex, type Sha256 } from './fair';

export function browserOutside(): Outside {
  return {
    connect: () => {
      const url = new URL('/ws', location.href);
      url.protocol = url.protocol.replace('http', 'ws');
      url.hash = '';
      return new WebSocket(url) as unknown as Socket;
    },
    now: () => Date.now(),
    after: (ms, act) => {
      const timer = setTimeout(act, ms);
      return () => clearTimeout(timer);
    },
    chance: () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32,
  };
}

// Where storage is forbidden one is somebody new each time, and nothing worse.
export function browserStore(): Store {
  const here = new Map<string, string>();
  const attempt = <T>(act: () => T, or: T): T => {
    try {
      return act();
    } catch {
      return or;
    }
  };
  return {
    get: (key) => attempt(() => localStorage.getItem(key), null) ?? here.get(key) ?? null,
    set: (key, value) => {
      here.set(key, value);
      attempt(() => localStorage.setItem(key, value), undefined);
    },
    remove: (key) => {
      here.delete(key);
      attempt(() => localStorage.removeItem(key), undefined);
    },
  };
}

// The rooms in which this browser has a seat.
export function seatsKept(): string[] {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
  return keys.filter((key) => key.startsWith('comodin.seat.')).map((key) => key.slice('comodin.seat.'.length)).sort();
}

export function browserSha256(): Sha256 {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (!subtle) return null;
  return async (bytes) => toHex(new Uint8Array(await subtle.digest('SHA-256', bytes)));
}

// The network's coming and going, and somebody who looks at the page again.
export function wakeUps(connection: Connection): void {
  addEventListener('online', () => connection.wake());
  addEventListener('offline', () => connection.networkGone());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') connection.wake();
  });
}
