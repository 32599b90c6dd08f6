// Is a quiet table slowed by a loud neighbour?  node neighbour.mjs URL; see neighbour_test.sh.
//
// Eight tables of two people play at an even pace, one of them with a bot that thinks long; half of the time one
// address does its worst (noise.mjs, a process of its own). Phases with and without noise take turns, so that
// whatever else the machine does meets both alike. Each has its p99 of how long a move takes until the whole table
// has seen it; the medians over all phases are compared. If they differ too much, it may still be the machine: then
// there are more phases, and all of them count. A neighbour who slows others does so in these, too.
import { fork } from 'node:child_process';
import { Client, sleep } from './table_client.mjs';

const [url] = process.argv.slice(2);
const TABLES = 8, MOVE_EVERY = 240, PHASE = 2200, SETTLE = 500;
const PAIRS = 4, ROUNDS = 3;  // of phases; at most so many times
const RATIO = 2;        // p99 with noise to p99 without …
const FLOOR = 10;       // … but less than this counts as this, ms: on two busy cores whoever wakes up may wait so long
const LOST = 5000;      // ms: what takes longer counts as this
const BOT_MOST = 1500;  // ms: a bot's move, with noise, in the median

let moves = [], thoughts = [];  // of the phase

// Two people at a table; whoever is to move does so when the table's time has come.
class Table {
  constructor(number) {
    this.bots = number === 0 ? 1 : 0;
    this.people = ['Ana', 'Luis'].map((name, k) => new Client(url, `127.0.1.${2 * number + k + 1}`, name));
    for (const who of this.people) who.on = (message) => this.heard(who, message);
  }
  async open() {
    const [ana, luis] = this.people;
    for (const who of this.people) await who.connect();
    await ana.create({ edition: 'powers', seats: 2 + this.bots, clock: 0, options: 'cards=5' });
    await ana.sit();
    await luis.join(ana.room);
    await luis.sit();
    for (let k = 0; k < this.bots; ++k) await ana.ask('bot', { seat: 3 + k, level: 'contadora' });
    this.timer = setInterval(() => this.tick(), MOVE_EVERY);
  }
  tick() {
    for (const who of this.people) who.further();
    if (this.sent) {  // still under way
      if (performance.now() - this.sent > LOST) moves.push(LOST), this.sent = 0;
      return;
    }
    const mover = this.people.find((who) => who.turn);
    if (!mover) return;
    this.sent = performance.now(), this.n = Infinity, this.seen = new Map();
    mover.move().then((answer) => {
      if (answer.type === 'ack') this.n = answer.n, this.look();
      else this.sent = 0;
    });
  }
  heard(who, message) {
    if (message.type !== 'events') return;
    this.seen?.set(who, message.n);
    if (this.sent) this.look();
    if (who !== this.people[0]) return;
    const now = performance.now();
    if (message.by === 'bot' && this.asked) thoughts.push(now - this.asked);
    this.asked = message.view.awaits?.seat > 2 ? now : 0;
  }
  look() {
    if (!this.people.every((who) => (this.seen.get(who) ?? 0) >= this.n)) return;
    moves.push(performance.now() - this.sent), this.sent = 0;
  }
  close() { clearInterval(this.timer), this.people.forEach((who) => who.close()); }
}

const part = (all, p) => [...all].sort((a, b) => a - b)[Math.max(0, Math.ceil(all.length * p) - 1)] ?? 0;
const median = (all) => part(all, 0.5);

const tables = Array.from({ length: TABLES }, (_, k) => new Table(k));
for (const table of tables) await table.open();
const noise = fork(new URL('./noise.mjs', import.meta.url), [url, tables[1].people[0].room]);
const told = (what) => new Promise((done) => {
  noise.once('message', done);
  noise.send(what);
});

const figures = { quiet: [], loud: [] };
const of = (kind, key) => median(figures[kind].map((one) => one[key]));
const ratio = () => Math.max(of('loud', 'p99'), FLOOR) / Math.max(of('quiet', 'p99'), FLOOR);

async function phase(kind) {
  await told(kind);
  await sleep(SETTLE);
  moves = [];
  thoughts = [];
  await sleep(PHASE);
  const now = performance.now();  // what is under way has taken at least so long
  for (const { sent } of tables) if (sent) moves.push(Math.min(LOST, now - sent));
  if (tables[0].asked) thoughts.push(now - tables[0].asked);
  figures[kind].push({ count: moves.length, p50: median(moves), p99: part(moves, 0.99), bot: median(thoughts) });
}

await sleep(1500);
for (let round = 0; round < ROUNDS && (round === 0 || ratio() > RATIO); ++round)
  for (let pair = 0; pair < PAIRS; ++pair) {
    await phase('quiet');
    await phase('loud');
  }
const report = await told('end');
tables.forEach((table) => table.close());

let failed = 0;
const check = (good, words) => {
  failed += !good;
  console.log(`${good ? 'ok' : 'FAILED'}: ${words}`);
};
const row = (kind, key) => figures[kind].map((one) => one[key].toFixed(1)).join(' ');
console.log(`noise: ${JSON.stringify(report)}`);
for (const kind of ['quiet', 'loud'])
  console.log(`${kind}: ${row(kind, 'count')} moves; p50 ${row(kind, 'p50')}; p99 ${row(kind, 'p99')} ms; ` +
    `a bot's move ${row(kind, 'bot')} ms`);
check(ratio() <= RATIO, `p99 of a move ${of('quiet', 'p99').toFixed(1)} ms, with noise ` +
  `${of('loud', 'p99').toFixed(1)} ms: ${ratio().toFixed(2)} times, at most ${RATIO}`);
check(of('loud', 'bot') <= BOT_MOST, `a bot's move ${of('quiet', 'bot').toFixed(0)} ms, with noise ` +
  `${of('loud', 'bot').toFixed(0)} ms, at most ${BOT_MOST}`);
const cut = tables.flatMap((table) => table.people).filter((who) => who.lost).length;
check(cut === 0, `${cut} of ${2 * TABLES} people lost their connection`);
check(of('quiet', 'count') >= TABLES * PHASE / MOVE_EVERY / 2, 'the tables play');
check(report.sent > 1000, `${report.sent} frames of noise`);
console.log(`${5 - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
