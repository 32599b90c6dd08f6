// A whole game against two bots, and nothing more:  node simple.mjs [URL]
// (client.mjs, beside this one, also plays with other people and comes back after a lost connection.)
import WebSocket from 'ws';

const url = process.argv[2] ?? 'ws://127.0.0.1:8080/ws';
let socket, ids = 0, hops = 0, player, mine, table;

function connect(to) {
  socket = new WebSocket(to);
  socket.on('open', () => ask('hello', { version: 2, ...player }));
  socket.on('message', (text) => { const message = JSON.parse(text); on[message.type]?.(message); });
}

function ask(verb, fields = {}) {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ do: verb, id: `c${++ids}`, ...fields }));
}

function play(message) {  // the first move of the list, after a moment
  table = message;
  if (table.view.awaits?.seat !== mine?.seat) return;
  setTimeout(() => table === message && ask('move', { move: message.moves[0], at: message.n }), 250);
}

const on = {
  welcome({ token }) {
    player ??= { token };
    if (mine) ask('resume', { room: mine.room, token: mine.token });
    else ask('create', { edition: 'powers', seats: 3, options: process.env.OPTIONS ?? '' });
  },
  ack({ room, seat, token }) {
    if (!seat) return room && ask('sit', { name: 'Ana' });
    if (!mine) for (const other of [2, 3]) ask('bot', { seat: other, level: 'casual' });
    if (!mine) ask('ready'), ask('start');
    mine = { room, seat, token }, hops = 0;
  },
  bye({ why, to }) {  // another server has the room now
    if (why === 'moved' && ++hops <= 5) connect(new URL(to, socket.url));
  },
  room({ stage, seats, commit, game }) {
    if (stage === 'between' && commit && !seats[mine.seat - 1].ready) ask('ready');
    if (stage !== 'over') return;
    for (const { seat, score } of table.view.seats) console.log(`seat ${seat}: ${score} points`);
    console.log(`${url.replace(/^ws(.*)ws$/, 'http$1')}api/games/${game}`), process.exit();
  },
  events: play,
  view: play,
  refused: ({ why, text }) => console.error(`${why}: ${text}`),
};

connect(url);
