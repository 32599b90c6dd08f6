// A loud neighbour, for neighbour.mjs: one address with all the connections it may have, each with its own way of
// being loud, in rooms of its own and, watching, in somebody else's. Its parent tells it to be `loud`, `quiet`, or
// to `end`.
import { Client, sleep } from './table_client.mjs';

const [url, victim] = process.argv.slice(2);
const ADDRESS = '127.0.2.1';
const BURST = 38, EVERY = 205;  // as much as a connection may: 40 commands at once, then five a second
const report = { sent: 0, connected: 0, lost: 0, refused: {} };
const rule = (k) => `next draws 1; ${'all draw 1; '.repeat(80)}next draws ${1 + (k % 20)}`.slice(0, 1000);
const bad = ['{', '[]', '{"do":"resume","id":"1","room":"X","[seen":1}', '\u0000', 'x'.repeat(4000)];
let on = false;

// How many connections are loud in each way: one address may have 64 connections and make 20 rooms …
const crowd = { joins: 30, resumes: 9, rules: 4, readies: 2, sets: 2, chats: 1, records: 2, rooms: 2, frames: 4 };
// … and what they send, for the k-th time.
const ways = {
  joins: (who) => ['join', { room: victim }],
  resumes: (who) => ['resume', { room: who.room, token: who.token }],
  rules: (who, k) => ['rule', { card: 1 + (k % 2), text: rule(k) }],
  readies: (who, k) => ['ready', { ready: k % 2 === 0 }],
  sets: (who, k) => ['set', { clock: k % 60, chat: k % 2 === 0 }],
  chats: (who, k) => ['chat', k % 2 ? { phrase: 'hello' } : { text: 'x'.repeat(200) }],
  records: () => ['record'],
  rooms: () => ['rooms'],
  frames: (who, k) => bad[k % bad.length],
};
const IN_PLAY = new Set(['resumes', 'records']), IN_LOBBY = new Set(['rules', 'readies', 'sets', 'chats']);

// A room of its own, with bots that think long if it is to be in play.
async function settle(who, way) {
  if (who.room) return void (await who.resume());
  const setting = IN_PLAY.has(way) ? { edition: 'powers', options: 'cards=7' } : { edition: 'classic' };
  await who.create({ ...setting, seats: 4, clock: 0, listed: true, chat: true });
  if (!who.room) return;
  await who.sit();
  if (!IN_PLAY.has(way)) return;
  for (let seat = 2; seat <= 4; ++seat) await who.ask('bot', { seat, level: 'contadora' });
  await who.ask('ready');
  await who.ask('start');
}

async function be_loud(way) {
  const who = new Client(url, ADDRESS, 'Eva');
  who.deaf = !IN_PLAY.has(way);  // hears only answers: this process must not be what takes the machine's time
  who.on = ({ type, why }) => { if (type === 'refused') report.refused[why] = (report.refused[why] ?? 0) + 1; };
  let was = false;
  for (let k = 0; ; ++k) {
    await sleep(EVERY);
    if (on && !who.open && !(await arrive(who, way))) continue;
    for (let burst = 0; on && !was && burst < BURST; ++burst) shout(who, way, burst);
    if (on) shout(who, way, k);
    if (on && who.turn && way === 'records') who.move();
    was = on;
  }
}
async function arrive(who, way) {
  report.lost += who.lost, who.lost = false;
  if (!(await Promise.race([who.connect(), sleep(2000)]))) return who.drop(), void (await sleep(500));
  ++report.connected;
  if (IN_PLAY.has(way) || IN_LOBBY.has(way)) await Promise.race([settle(who, way), sleep(2000)]);
  return true;
}
function shout(who, way, k) {
  const what = ways[way](who, k);
  ++report.sent;
  if (typeof what === 'string') who.send(what);
  else who.ask(...what).then((answer) => { if (answer.token) who.token = answer.token; });
}

for (const [way, many] of Object.entries(crowd)) for (let k = 0; k < many; ++k) be_loud(way);
process.on('message', (what) => {
  on = what === 'loud';
  process.send(what === 'end' ? report : what, () => what === 'end' && process.exit());
});
process.on('disconnect', () => process.exit());
