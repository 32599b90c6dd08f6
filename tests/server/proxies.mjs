// Does a proxy of packaging/nodes do what it is there for?  node proxies.mjs haproxy|nginx FILE FOLDER COMODIN [STORE]
// Three nodes that are fakes stand behind it: they say who they are, and what they were asked. Then three real ones, on
// the same ports, on the database STORE; without one, three servers that know nothing of each other. FOLDER has the
// certificate; the proxy's file is written there with ports of this machine. Prints `N passed, N failed`. `ws` is that
// of docs/examples.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import { createRequire } from 'node:module';
import net from 'node:net';
import { setTimeout as after } from 'node:timers/promises';

const examples = new URL('../../docs/examples/', import.meta.url);
const WebSocket = createRequire(examples)('ws');
const [kind, file, folder, comodin, store] = process.argv.slice(2);
const checks = kind === 'haproxy';  // it asks the nodes itself how they are
const host = 'play.example', source = '127.0.0.3';  // from there the proxy comes: clients are not proxies
let passed = 0, failed = 0;

function check(good, what) {
  if (good) return ++passed;
  console.log(`FAILED: ${kind}: ${what}`);
  return ++failed;
}

// ---- a node that is a fake --------------------------------------------------------------------------------

const node = (name) => ({ name, port: 0, draining: false, sockets: new Set(), checked: 0 });
const nodes = ['a', 'b', 'c'].map(node);

function start(one) {
  const sockets = new WebSocket.Server({ noServer: true });
  const said = (request) => JSON.stringify({ node: one.name, path: request.url, host: request.headers.host,
    from: request.headers['x-forwarded-for'], origin: request.headers.origin });
  one.server = http.createServer((request, response) => {
    one.checked += request.url === '/healthz' ? 1 : 0;
    response.writeHead(one.draining ? 503 : 200, { 'Content-Type': 'text/plain' }).end(said(request));
  });
  one.server.on('connection', (socket) => one.sockets.add(socket.on('close', () => one.sockets.delete(socket))));
  one.server.on('upgrade', (request, socket, head) => {
    if (one.draining) return socket.end('HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n');
    return sockets.handleUpgrade(request, socket, head, (client) => {
      client.on('message', (text) => client.send(`${one.name} ${text}`));
      client.send(said(request));
    });
  });
  return new Promise((done) => {
    one.server.listen(one.port, '127.0.0.1', () => {
      one.port = one.server.address().port;
      done();
    });
  });
}

// As kill -9 does it.
function kill(one) {
  const closed = new Promise((done) => { one.server.close(done); });
  for (const socket of one.sockets) socket.resetAndDestroy?.() ?? socket.destroy();
  return closed;
}

// ---- its clients ------------------------------------------------------------------------------------------

async function free() {
  const server = net.createServer();
  await new Promise((done) => { server.listen(0, '127.0.0.1', done); });
  const { port } = server.address();
  await new Promise((done) => { server.close(done); });
  return port;
}

const plain = await free(), secure = await free();
const common = { host: '127.0.0.1', rejectUnauthorized: false, servername: host };

function get(path, headers = {}, client = https, port = secure) {
  return new Promise((done) => {
    client.get({ ...common, port, path, headers: { Host: host, ...headers }, agent: false }, (response) => {
      let text = '';
      response.on('data', (part) => { text += part; });
      response.on('end', () => done({ status: response.statusCode, headers: response.headers, text }));
    }).on('error', (error) => done({ status: 0, headers: {}, text: String(error) }));
  });
}

// A WebSocket that is open: what its node said of it, and whether it still is. Without an answer: `node` is undefined.
function open(path) {
  return new Promise((done) => {
    const options = { rejectUnauthorized: false, headers: { Host: host }, origin: `https://${host}` };
    const socket = new WebSocket(`wss://127.0.0.1:${secure}${path}`, options);
    const one = { socket, open: true };
    socket.on('error', (error) => done(Object.assign(one, { open: false, wrong: String(error) })));
    socket.on('close', () => { one.open = false; });
    socket.once('message', (text) => done(Object.assign(one, JSON.parse(text))));
  });
}

const several = async (number, path) => Promise.all(Array.from({ length: number }, () => open(path)));
const close = (clients) => { for (const { socket } of clients) socket.terminate(); };
const at = (clients, name) => clients.filter((one) => one.node === name).length;
const good = (clients) => clients.every((one) => one.node);

async function echoes({ socket, node: name }) {
  const answer = new Promise((done) => { socket.once('message', (text) => done(String(text))); });
  socket.send('hello');
  return await Promise.race([answer, after(2000)]) === `${name} hello`;
}

async function until(what, ms) {
  for (const end = Date.now() + ms; Date.now() < end; await after(50)) if (await what()) return true;
  return false;
}

// ---- the proxy --------------------------------------------------------------------------------------------

function settings() {
  let text = readFileSync(file, 'utf8').replace(/\/etc\/(letsencrypt\/live\/play\.example|haproxy)\//g, `${folder}/`)
    .replace(/(bind|listen) :?80\b/, `$1 127.0.0.1:${plain}`)
    .replace(/(bind|listen) :?443\b/, `$1 127.0.0.1:${secure}`)
    .replace(/^.*(\[::\]).*$/gm, '');
  nodes.forEach(({ port }, number) => {
    text = text.replaceAll(`10.20.0.1${number + 1}:8080`, `127.0.0.1:${port}`);
  });
  if (checks)
    return text.replace(/^ +(user|group|chroot) .*$/gm, '').replace(/^ +maxconn .*$/m, '    maxconn 1000')
      .replace(/^ +default-server/m, `$& source ${source}`);
  return `pid ${folder}/pid; error_log stderr; daemon off; worker_processes 1; events { worker_connections 1000; }
    http { access_log off; proxy_bind ${source}; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
    fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s; ${text} }`;
}

async function started() {
  await Promise.all(nodes.map(start));
  const path = `${folder}/${kind}.cfg`;
  writeFileSync(path, settings());
  const words = checks ? ['-db', '-f', path] : ['-e', 'stderr', '-c', path];
  const proxy = spawn(kind, words, { stdio: ['ignore', 'inherit', 'inherit'] });
  process.on('exit', () => proxy.kill());
  if (await until(async () => (await get('/')).status === 200, 10000)) return proxy;
  console.log(`${kind} does not answer`);
  return process.exit(1);
}

// ---- what is asked of it ----------------------------------------------------------------------------------

async function pages() {
  const { status, text, headers } = await get('/api/rooms?x=%2F..', { 'X-Forwarded-For': '192.0.2.7' });
  const said = JSON.parse(status === 200 ? text : '{}');
  check(said.path === '/api/rooms?x=%2F..', `the path becomes ${said.path}`);
  check(said.host === host, `the host becomes ${said.host}`);
  check(said.from === '127.0.0.1', `X-Forwarded-For is ${said.from}`);
  check(/max-age/.test(headers['strict-transport-security'] ?? ''), 'no Strict-Transport-Security');
  const first = await get('/', {}, http, plain);
  check(first.status === 301 && first.headers.location === `https://${host}/`, `http: ${first.status}`);
}

async function sockets() {
  const clients = await several(12, '/ws');
  check(good(clients), `of 12 sockets ${clients.filter((one) => !one.node).length} did not open`);
  const [one] = clients;
  check(one.host === host && one.origin === `https://${host}` && one.from === '127.0.0.1',
    `a socket's fields: ${one.host} ${one.origin} ${one.from}`);
  for (const { name } of nodes) check(at(clients, name) >= 2, `of 12 sockets ${at(clients, name)} are at ${name}`);
  check((await Promise.all(clients.map(echoes))).every(Boolean), 'a socket is not heard');
  for (const { name } of nodes) {
    const named = await several(4, `/node/${name}/ws`);
    check(at(named, name) === 4, `of 4 sockets for ${name} ${at(named, name)} are there`);
    check(named.every((there) => there.path === `/node/${name}/ws`), 'a path is changed');
    close(named);
  }
  const nobody = await several(3, '/node/nobody/ws');
  check(good(nobody), 'a name that there is not gets no node');
  close([...clients, ...nobody]);
}

async function death() {
  const [, b] = nodes;
  const before = await several(2, '/node/b/ws');
  await kill(b);
  const now = [...await several(12, '/ws'), ...await several(4, '/node/b/ws')];
  check(good(now), `b is dead: ${now.find((one) => one.wrong)?.wrong}`);
  check(await until(() => before.every((one) => !one.open), 3000), 'sockets of a dead node stay open');
  check((await get('/')).status === 200, 'b is dead: no page');
  await after(2500);
  const later = [...await several(12, '/ws'), ...await several(4, '/node/b/ws')];
  check(good(later), `b is dead for a while: ${later.find((one) => one.wrong)?.wrong}`);
  await start(b);
  const back = await until(async () => {
    const one = await open('/node/b/ws');
    close([one]);
    return one.node === 'b';
  }, 8000);
  check(back, 'b is back, and nobody gets there');
  close([...now, ...later]);
}

async function drain() {
  const [, , c] = nodes;
  const before = await several(3, '/node/c/ws');
  c.draining = true;
  const now = [...await several(6, '/ws'), ...await several(3, '/node/c/ws')];
  check(good(now) && at(now, 'c') === 0, 'a node that drains gets somebody, or they get nothing');
  await after(3000);
  check(before.every((one) => one.open) && (await Promise.all(before.map(echoes))).every(Boolean),
    'those who were at a node that drains are cut');
  const later = [...await several(6, '/ws'), ...await several(3, '/node/c/ws')];
  check(good(later) && at(later, 'c') === 0, 'a node that drains gets somebody later');
  c.draining = false;
  const back = await until(async () => {
    const one = await open('/node/c/ws');
    close([one]);
    return one.node === 'c';
  }, 8000);
  check(back, 'c is back, and nobody gets there');
  close([...before, ...now, ...later]);
}

// Browsers may ask for a WebSocket over the HTTP/2 connection that they have (RFC 8441), if the proxy offers it.
async function overHttp2() {
  const session = http2.connect(`https://127.0.0.1:${secure}`, { rejectUnauthorized: false, servername: host });
  const offered = new Promise((done) => { session.once('remoteSettings', (its) => done(its.enableConnectProtocol)); });
  session.on('error', (error) => check(false, String(error)));
  if (await Promise.race([offered, after(2000)])) {
    const stream = session.request({ ':method': 'CONNECT', ':protocol': 'websocket', ':path': '/node/b/ws',
      ':scheme': 'https', ':authority': host, 'sec-websocket-version': '13', origin: `https://${host}` });
    const status = await new Promise((done) => {
      stream.on('response', (headers) => done(headers[':status'])).on('error', () => done(0));
    });
    check(status === 200, `a WebSocket over HTTP/2: ${status}`);
    const frame = await new Promise((done) => { stream.once('data', done); });
    check(/"node":"b".*"host":"play.example"/.test(String(frame)), 'a WebSocket over HTTP/2 is elsewhere');
    stream.destroy();
  }
  session.destroy();
}

// ---- three servers ----------------------------------------------------------------------------------------

async function serve({ name, port }) {
  const own = store ? ['--store', store, '--node', name, '--address', `127.0.0.1:${port}`]
    : ['--store', `${folder}/${name}.db`];
  const words = ['serve', '--port', port, '--proxy', source, '--bot-pace', '1', '--handshakes-burst', '100', ...own];
  const one = { log: '', process: spawn(comodin, words, { stdio: ['ignore', 'ignore', 'pipe'] }) };
  one.process.stderr.on('data', (part) => { one.log += part; });
  one.ended = new Promise((done) => { one.process.on('exit', done); });
  check(await until(() => one.log.includes('"listening"'), 10000), `no server: ${one.log}`);
  return one;
}

// The status of a handshake, 101 if the socket opened.
function handshake(origin) {
  return new Promise((done) => {
    const socket = new WebSocket(`wss://127.0.0.1:${secure}/ws`,
      { rejectUnauthorized: false, headers: { Host: host }, origin });
    socket.on('unexpected-response', (_, response) => done(response.statusCode));
    socket.on('error', () => done(0));
    socket.on('open', () => {
      socket.terminate();
      done(101);
    });
  });
}

// An example client: its room, when it has one, and what it has said at its end.
function play(client, ...more) {
  const environment = { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0', OPTIONS: 'format=hand,cards=1' };
  const one = spawn('node', ['--no-warnings', client, `wss://127.0.0.1:${secure}/ws`, ...more],
    { cwd: examples, env: environment, timeout: 60000 });
  let said = '';
  const room = new Promise((done) => {
    for (const pipe of [one.stdout, one.stderr])
      pipe.on('data', (part) => {
        said += part;
        const code = /^room (\w+)$/m.exec(said);
        if (code) done(code[1]);
      });
    one.on('exit', () => done(''));
  });
  return { room, said: new Promise((done) => { one.on('exit', () => done(said)); }) };
}

// Two people at each of several tables, who come in at any node. One node is drained meanwhile, and another one killed.
async function tables([, b, c]) {
  const hosts = ['Ana', 'Luis', 'Eva', 'Hugo', 'Inés', 'Raúl'].map((name) => play('client.mjs', name, '2'));
  const guests = await Promise.all(hosts.map(async ({ room }) => play('client.mjs', 'Sol', await room)));
  await after(500);
  b.process.kill();
  check(await Promise.race([b.ended, after(10000)]) === 0, `a node that drains does not end well: ${b.log}`);
  c.process.kill('SIGKILL');
  for (const said of await Promise.all([...hosts, ...guests].map((one) => one.said)))
    check(/ wins$/m.test(said), `a client does not get to the end of its game: ${said}`);
  const [link] = (await hosts[0].said).match(/\/api\/games\/\w+/);
  check((await get(link)).status === 200, 'a game that is over cannot be read');
}

async function servers() {
  const running = await Promise.all(nodes.map(serve));
  check(await until(async () => (await get('/healthz')).text === 'ok\n', 8000), 'the servers are not well');
  await after(checks ? 2500 : 0);  // until all of them are known to be back
  for (const answer of await Promise.all(Array.from({ length: 9 }, () => handshake(`https://${host}`))))
    check(answer === 101, `a page of ours may not connect: ${answer}`);
  check(await handshake('https://other.example') === 403, 'a page of others may connect');
  const simple = await play('simple.mjs').said;  // it is too simple for what follows
  check(/ \d+ points$/m.test(simple), `a client does not get to the end of its game: ${simple}`);
  if (store) await tables(running);
  else running[1].process.kill('SIGKILL');
  const answers = await Promise.all(Array.from({ length: 9 }, () => handshake(`https://${host}`)));
  check(answers.every((answer) => answer === 101), `a server was killed: ${answers}`);
  for (const { log } of running) check(!log.includes('"forwarded"'), 'a server does not know for whom it is asked');
  for (const one of running) one.process.kill();
  await Promise.all(running.map((one) => one.ended));
}

const proxy = await started();
await pages();
await sockets();
await overHttp2();
await death();
await drain();
if (checks) check(nodes.every((one) => one.checked > 3), 'nobody looks after a node');
await Promise.all(nodes.map(kill));
await servers();
proxy.kill();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
