// What a connection needs of a real browser.
import { withEngine } from '../../engine/engines';
import { lasting } from '../../ui/store.svelte';
import { SEAT, type Connection } from './connection';
import { toHex, type OwnNumber } from '../fair/promise';
import type { Browser, Socket } from './line';

export function thisBrowser(): Browser {
  let dialled = '';
  return {
    connect: (to) => {
      const url = to ? new URL(to, dialled) : new URL('/ws', location.href);
      url.protocol = url.protocol.replace('http', 'ws');
      url.hash = '';
      dialled = url.href;
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

// The rooms in which this browser has a seat.
export const seatsKept = (): string[] =>
  lasting.keys().filter((key) => key.startsWith(SEAT)).map((key) => key.slice(SEAT.length));

// Thirty-two random bytes and their hash; undefined if the engine cannot be loaded.
export async function drawNumber(): Promise<OwnNumber | undefined> {
  const nonce = toHex(crypto.getRandomValues(new Uint8Array(32)));
  try {
    return { nonce, commit: await withEngine((engine) => engine.sha256(nonce)) };
  } catch {
    return undefined;
  }
}

// The network comes or goes; somebody looks at the page again.
export function wakeUps(connection: Connection): void {
  addEventListener('online', () => connection.wake());
  addEventListener('offline', () => connection.networkGone());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') connection.wake();
  });
}
