import { expect, test, vi } from 'vitest';
import { thisBrowser } from '../../../src/room/connection/browser';

test('an address that the server names is seen from the one that was dialled', () => {
  const dialled: string[] = [];
  vi.stubGlobal('WebSocket', class {
    constructor(url: URL) {
      dialled.push(url.href);
    }
  });
  vi.stubGlobal('location', { href: 'https://play.example/#/room/KJD3TX' });
  const { connect } = thisBrowser();
  for (const to of [undefined, '/node/b/ws', 'ws://b.example:8080/ws?x=1', '/node/c/ws', undefined]) connect(to);
  expect(dialled).toEqual([
    'wss://play.example/ws', 'wss://play.example/node/b/ws', 'ws://b.example:8080/ws?x=1',
    'ws://b.example:8080/node/c/ws', 'wss://play.example/ws',
  ]);
});
