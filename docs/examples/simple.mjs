// A whole game against two bots, and nothing more:  node simple.mjs [URL]
// (client.mjs, beside this one, also plays with other people and comes back after a lost connection.)
import WebSocket from 'ws';

const url = process.argv[2] ?? 'ws://127.0.0.1:8080/ws';
const socket = new WebSocket(url);
let ids = 0, seat, table;

function ask(verb, fields = {}) {
  socket.send(JSON.stringify({ do: verb, id: `c${++ids}`, ...fields }));
}

function play(message) {  // the first move of the list, after a moment
  table = message;
  if (table.view.awaits?.seat !== seat) return;
  setTimeout(() => table === message && ask('move', { move: message.moves[0], at: message.n }), 250);
}

const on = {
  welcome: () => ask('create', { edition: 'powers', seats: 3, options: process.env.OPTIONS ?? '' }),
  ack(message) {
    if (message.room && !message.seat) return ask('sit', { name: 'Ana' });
    if (!message.seat) return;
    seat = message.seat;
    for (const other of [2, 3]) ask('bot', { seat: other, level: 'casual' });
    ask('ready'), ask('start');
  },
  room({ stage, seats, commit, game }) {
    if (stage === 'between' && commit && !seats[seat - 1].ready) ask('ready');
    if (stage !== 'over') return;
    for (const { seat: k, score } of table.view.seats) console.log(`seat ${k}: ${score} points`);
    console.log(`${url.replace(/^ws(.*)ws$/, 'http$1')}api/games/${game}`), process.exit();
  },
  events: play,
  view: play,
  refused: ({ why, text }) => console.error(`${why}: ${text}`),
};

socket.on('open', () => ask('hello', { version: 2 }));
socket.on('message', (text) => { const message = JSON.parse(text); on[message.type]?.(message); });
