// Stands between a browser and a server, and can change what passes: a newer version of the page, for example.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Proxy {
  url: string;
  change: (path: string, body: string) => string;
  stop(): Promise<void>;
}

export async function startProxy(target: string): Promise<Proxy> {
  const listener = createServer((request, response) => {
    const path = request.url ?? '/';
    fetch(new URL(path, target), { headers: { accept: request.headers.accept ?? '*/*' } })
      .then(async (answer) => {
        const type = answer.headers.get('content-type') ?? 'text/plain';
        const bytes = Buffer.from(await answer.arrayBuffer());
        const body = type.startsWith('text/') ? proxy.change(path, bytes.toString()) : bytes;
        response.writeHead(answer.status, { 'content-type': type, 'cache-control': 'no-cache' }).end(body);
      })
      .catch(() => response.writeHead(502).end());
  });
  await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening));
  const proxy: Proxy = {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`,
    change: (_path, body) => body,
    stop: () => new Promise((closed) => {
      listener.closeAllConnections();
      listener.close(() => closed());
    }),
  };
  return proxy;
}
