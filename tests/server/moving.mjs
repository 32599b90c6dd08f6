// A door before a real server that behaves as the nodes of a cluster do:  node moving.mjs URL TO…
// Whoever plays at /ws is sent elsewhere at the second move, to the next TO (the last one serves for all others); that
// move gets lost. /node/gone/ws is a node that cannot be reached; at /node/NAME/ws people stay. Prints its port, and
// for each connection how it began: the path, the first two commands (`known`: hello with a token), and `again` if the
// next move is the one that was lost. Started in a folder whose node_modules has `ws`.
import http from 'node:http';
import { createRequire } from 'node:module';

const { WebSocket, WebSocketServer } = createRequire(`${process.cwd()}/`)('ws');
const [url, ...places] = process.argv.slice(2);
const lost = new Set();  // ids
const sockets = new WebSocketServer({ noServer: true });

sockets.on('connection', (client, { url: path }) => {
  const server = new WebSocket(url, { perMessageDeflate: false }), early = [], began = [];
  let moves = 0;
  client.on('message', (text) => {
    const { do: verb, id, token } = JSON.parse(text);
    if (began.length < 2) began.push(verb === 'hello' && token ? 'known' : verb);
    if (verb === 'move' && moves === 0) console.log(path, ...began, ...(lost.delete(id) ? ['again'] : []));
    if (verb === 'move' && ++moves === 2 && path === '/ws') {
      lost.add(id);
      client.send(JSON.stringify({ type: 'bye', why: 'moved', to: places.length > 1 ? places.shift() : places[0] }));
      return client.close(1012);
    }
    server.readyState === WebSocket.OPEN ? server.send(String(text)) : early.push(String(text));
  });
  client.on('close', () => server.terminate());
  server.on('open', () => { for (const text of early) server.send(text); });
  server.on('message', (text) => client.send(String(text)));
  server.on('close', (code) => client.close(code > 1000 && code < 1005 ? 1001 : 1000)).on('error', () => {});
});

const door = http.createServer((request, response) => {
  http.get(new URL(request.url, url.replace('ws', 'http')), (answer) => {
    response.writeHead(answer.statusCode, answer.headers), answer.pipe(response);
  });
});
door.on('upgrade', (request, socket, head) => {
  if (request.url === '/node/gone/ws') return socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
  sockets.handleUpgrade(request, socket, head, (client) => sockets.emit('connection', client, request));
});
door.listen(0, '127.0.0.1', () => console.log(`listening port ${door.address().port}`));
