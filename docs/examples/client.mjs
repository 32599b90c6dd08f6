// Plays a whole game with the first move of each list:  node client.mjs [URL [NAME [PEOPLE | CODE]]]
// PEOPLE: creates a room of three for so many people, bots on the other seats. CODE: joins that room.
import WebSocket from 'ws';

const [url = 'ws://127.0.0.1:8080/ws', name = 'Ana', where = '1'] = process.argv.slice(2);
const pending = new Map(), asked = new Set();  // commands without an answer; what has been asked for
let code = where.length > 1 ? where : '', ids = 0, n = 0, socket, player, seat, token, room, table;
let tries = 0, hops = 0, elsewhere;  // since we were last in a room; where another server has it

const write = (command) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(command));
function ask(verb, fields = {}, key = verb) {  // once; after a lost connection it is sent again with the same id
  if (asked.has(key)) return;
  const command = { do: verb, id: `c${++ids}`, ...fields };
  asked.add(key), pending.set(command.id, command), write(command);
}

const on = {
  welcome(message) {
    player = message.token ?? player;
    if (token) write({ do: 'resume', id: `r${++ids}`, room: code, token, seen: n });
    else if (code) write({ do: 'join', id: `r${++ids}`, room: code });
    for (const command of pending.values()) write(command);
    if (!code) ask('create', { seats: 3, options: process.env.OPTIONS ?? '' });
  },
  ack(message) {
    pending.delete(message.id);
    if (message.room) tries = hops = 0;
    if (message.room) ({ room: code, seat = seat, token = token } = message);
    if (message.room && !seat) console.log(`room ${code}`), ask('sit', { name });
  },
  refused(message) { console.error(`${message.why}: ${message.text}`), pending.delete(message.id); },
  room(message) { room = message; },
  events(message) { table = message; },
  view(message) { table = message; },
  bye({ why, to }) { if (why === 'moved') elsewhere = new URL(to, socket.url), ++hops; },
};

function next() {  // what there is to do, as things stand
  const me = room?.seats[seat - 1];
  if (me && room.stage === 'lobby' && room.host === seat) {
    for (const { seat: k, who } of room.seats)
      if (k > Number(where) && who === 'nobody') ask('bot', { seat: k, level: 'casual' }, `bot ${k}`);
    const agreed = (one) => one.who === 'bot' || (one.ready && (one.accepted || !room.digest));
    if (room.seats.every(agreed)) ask('start');
  }
  if (me && room.digest && !me.accepted) ask('accept', { digest: room.digest }, room.digest);
  if (me && room.commit && !me.ready && /lobby|between/.test(room.stage)) ask('ready', {}, `ready ${room.commit}`);
  if (room?.stage === 'over' && table?.view.champions) finish();
  const { n: at, moves, view } = table ?? {};
  if (!seat || view?.awaits?.seat !== seat) return;
  setTimeout(() => table.n === at && ask('move', { move: moves[0], at: n }, `move ${at}`), 250);  // not too fast
}

function finish() {
  for (const { seat: k, score } of table.view.seats)
    console.log(`${room.seats[k - 1].name ?? 'bot'} ${score}${table.view.champions.includes(k) ? ' wins' : ''}`);
  console.log(`${url.replace(/^ws(.*)ws$/, 'http$1')}api/games/${room.game}`), process.exit();
}

(function connect(to = url) {
  socket = new WebSocket(to).on('error', () => {});  // `close` follows
  socket.on('open', () => write({ do: 'hello', id: `h${++ids}`, version: 2, ...(player && { token: player }) }));
  socket.on('message', (text) => {
    const message = JSON.parse(text);
    if (message.type !== 'ack') n = Math.max(n, message.n ?? 0);
    on[message.type]?.(message), next();
  });
  socket.on('close', () => {  // elsewhere at once; otherwise, or in circles, after a wait that grows
    const wait = elsewhere && hops <= 5 ? 50 : Math.min(30_000, 250 * 2 ** tries++);
    setTimeout(connect, wait * (0.5 + Math.random()), elsewhere), elsewhere = undefined;
  });
})();
