// Is comodin.wasm what it should be?
//   node tools/wasm_check.mjs [--quick] build/wasm/bin/comodin.wasm build/release/bin
// No imports; the same bench signature as the native program and at least half its speed; the same texts as its
// native twin in games of all levels and editions; JSON as docs/schema says; records that `comodin check` accepts;
// every scenario opened; no trap on hostile input. --quick: without the speed. Ends in `N passed, N failed`.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = path.resolve(fileURLToPath(import.meta.url), '../..');
const args = process.argv.slice(2).filter((arg) => arg !== '--quick');
const quick = process.argv.includes('--quick');
if (args.length !== 2) {
  console.error('usage: node tools/wasm_check.mjs [--quick] COMODIN.WASM NATIVE-BIN-FOLDER');
  process.exit(2);
}
const bytes = readFileSync(args[0]);
const native = (program) => path.join(path.resolve(args[1]), program);
const work = mkdtempSync(path.join(tmpdir(), 'comodin-wasm-'));

const kLevels = ['novato', 'aprendiz', 'casual', 'veterana', 'contadora', 'aurora'];
const kSlowest = 2.0; // times as long as the native program

// ---- the module ------------------------------------------------------------------------------------

const compiled = new WebAssembly.Module(bytes);

class Engine {
  constructor(log) {
    this.exports = new WebAssembly.Instance(compiled, {}).exports;
    this.exports._initialize();
    this.log = log; // of calls and answers, for the twin
  }
  raw(name, input, numbers) {
    const { memory, output } = this.exports;
    if (input.length > 0) {
      const at = this.exports.input(input.length);
      if (at === 0) return null;
      new Uint8Array(memory.buffer, at, input.length).set(input);
    }
    const size = this.exports[name](...numbers);
    return Buffer.from(new Uint8Array(memory.buffer, output(), size));
  }
  call(name, text = '', ...numbers) {
    const input = Buffer.from(text);
    const said = this.raw(name, input, numbers);
    const head = [name, input.length, numbers.length, ...numbers].join(' ');
    this.log?.push(`${head}\n`, input, `${said.length}\n`, said);
    return JSON.parse(said.toString());
  }
}

// "name value" fields that each end in a zero byte.
const fields = (pairs) => pairs.map(([name, value]) => `${name} ${value}\0`).join('');

function random(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

// ---- checks ----------------------------------------------------------------------------------------

let passed = 0;
let failed = 0;
function check(title, test) {
  try {
    const note = test();
    passed += 1;
    console.log(`${title}${note ? `: ${note}` : ''}`);
  } catch (wrong) {
    failed += 1;
    console.log(`FAILED ${title}: ${wrong.stdout ? `${wrong.stdout}${wrong.stderr}`.slice(-1500) : wrong.message}`);
  }
}
function expect(holds, what) {
  if (!holds) throw new Error(what);
}
const run = (program, ...argv) => execFileSync(program, argv.map(String), { encoding: 'utf8', maxBuffer: 1 << 28 });

function finish() {
  rmSync(work, { recursive: true });
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

check('size', () => `${statSync(args[0]).size} bytes, ${gzipSync(bytes, { level: 9 }).length} compressed`);
check('no imports', () => {
  const imports = WebAssembly.Module.imports(compiled).map((one) => one.name);
  expect(imports.length === 0, imports.join(' '));
});
const log = [];
let engine;
let editions = [];
check('it runs', () => {
  engine = new Engine(log);
  editions = engine.call('about').editions.map((edition) => edition.id);
});
if (failed > 0) finish();
const samples = { view: new Set(), event: new Set() };
const records = [];

// What another seat was dealt or drew is not told, unless it was in the open.
function hides(events, viewer) {
  const secret = events.filter((one) => /^(dealt|received|drew)$/.test(one.event) && one.seat !== viewer && !one.open);
  expect(secret.every((one) => one.card === undefined && one.cards === undefined), `seat ${viewer} is told too much`);
}

function keep(told, viewer = 1) {
  if (viewer >= 0) hides(told.events, viewer);
  samples.view.add(JSON.stringify(told.view));
  for (const event of told.events) samples.event.add(JSON.stringify(event));
  return told;
}

// The person at seat 1 plays at random, in and out of turn; bots answer when it is their move.
function play(told, pick, steps) {
  for (let step = 0; step < steps; ++step) {
    if (told.view.champions) break;
    if (told.view.phase !== 'running') {
      told = keep(engine.call('deal'));
      continue;
    }
    const mine = told.view.awaits?.seat === 1;
    const { after } = engine.call('next');
    expect(after >= 0 || mine, 'nobody moves');
    const speaks = told.moves.length > 0 && (after < 0 || pick(4) === 0);
    if (mine && pick(25) === 0) engine.call('hint', '', 1);
    const { n } = told;
    told = keep(speaks ? engine.call('move', told.moves[pick(told.moves.length)], n) : engine.call('go'));
    expect(told.type === 'events', `refused: ${JSON.stringify(told)}`);
  }
  return told;
}

// A step of a record must hide from a seat what that seat may not see, and hide nothing from all eyes.
function look(record, pick) {
  const last = record.steps.length - 1;
  for (const step of [0, 1, last, ...Array.from({ length: 8 }, () => pick(last + 1))]) {
    for (const viewer of [-1, 0, 1 + pick(record.players)]) {
      const { seats } = keep(engine.call('at', '', step, viewer), viewer).view;
      if (viewer === -1) expect(seats.every((one) => (one.cards ?? []).length === one.count), 'a hand is not open');
    }
    const { win } = engine.call('chances', '', step, 12);
    expect(win.reduce((sum, one) => sum + one, 0) < 1.001, 'more than one winner');
    if (record.steps[step].seat !== null) engine.call('prospects', '', step, 2);
  }
}

function playAll() {
  const options = [
    '', 'jump_in=on', 'stacking=any', 'seven_zero=on', 'draw=until_playable', 'teams=pairs', 'literal',
    'uno_window=answer',
  ];
  let games = 0;
  for (const edition of editions) {
    for (const [at, level] of kLevels.entries()) {
      const pick = random(7 * games + 1);
      const players = level === 'contadora' ? 3 : 2 * (1 + (games % 3));
      const option = players % 2 === 0 ? options[(games + at) % options.length] : '';
      const told = engine.call('begin', fields([
        ['edition', edition], ['players', players], ['level', level], ['level', kLevels[(at + 1) % 4]],
        ...(option ? [['option', option]] : []), ['option', 'target=100'], ['seed', 900 + games],
      ]));
      expect(told.type === 'events', JSON.stringify(told));
      play(keep(told), pick, level === 'contadora' ? 60 : 250);
      const resumed = engine.call('resume', engine.call('saved'));
      expect(resumed.type === 'view', JSON.stringify(resumed));
      play(resumed, pick, 30);
      engine.call('deck');
      records.push(engine.call('record'));
      const record = engine.call('open', records.at(-1));
      expect(record.fault === null, JSON.stringify(record.fault));
      look(record, pick);
      games += 1;
    }
  }
  return `${games} games`;
}

function scenarioTexts() {
  const files = readdirSync(path.join(root, 'editions'), { recursive: true }).filter((name) => name.endsWith('.scn'));
  return files.flatMap((name) =>
    readFileSync(path.join(root, 'editions', name), 'utf8').split(/^(?=scenario )/m)
      .filter((text) => text.startsWith('scenario ')));
}

function practiseAll() {
  let practised = 0;
  for (const text of scenarioTexts()) {
    const opened = engine.call('open', text);
    expect(opened.type === 'record' && opened.fault === null, `${text.split('\n')[0]}: ${JSON.stringify(opened)}`);
    if (opened.steps.length > 60) continue; // a whole game
    const told = engine.call('practise', fields([['level', 'novato'], ['seed', 4], ['scenario', text]]));
    expect(told.type === 'view', `${text.split('\n')[0]}: ${JSON.stringify(told)}`);
    play(keep(told), random(practised), 12);
    const resumed = engine.call('resume', engine.call('saved'));
    expect(resumed.type === 'view', JSON.stringify(resumed));
    records.push(engine.call('record'));
    practised += 1;
  }
  return `${practised} positions played on`;
}

// An answer to an older question is refused, a call is not; asking why changes nothing.
function answersAndQueries() {
  let told = engine.call('begin', fields([['edition', editions[0]], ['players', 2], ['level', 'novato'], ['seed', 3]]));
  const turns = [];
  for (let step = 0; step < 40 && told.view.phase === 'running'; ++step) {
    const mine = told.view.awaits.seat === 1;
    if (mine && turns.length > 0) {
      const late = engine.call('move', told.moves[0], turns.at(-1));
      expect(late.why === 'stale', `an old answer: ${JSON.stringify(late)}`);
    }
    if (mine) turns.push(told.n);
    const before = JSON.stringify(engine.call('look'));
    const asked = engine.call('why', 'play W');
    expect(asked.type === 'why' && asked.move === 'play W', JSON.stringify(asked));
    expect(JSON.stringify(engine.call('look')) === before, 'a question has changed the table');
    expect(mine || asked.why !== undefined, 'out of turn nothing may be played');
    told = mine ? engine.call('move', told.moves[0], told.n) : engine.call('go');
    expect(told.type === 'events', JSON.stringify(told));
  }
  expect(turns.length > 4, 'hardly a turn');
  return `${turns.length} turns`;
}

// A server's record: proved, retold to every viewer, and refused with another secret.
function proofs() {
  const text = readFileSync(path.join(root, 'clients/web/tests/unit/fair.scn'), 'utf8');
  const proof = engine.call('prove', text);
  expect(proof.holds && proof.hands.length === 2, JSON.stringify(proof));
  const [{ secret, commit }] = proof.hands;
  expect(engine.call('sha256', secret) === commit, 'this is not SHA-256');
  const steps = proof.hands.reduce((sum, one) => sum + one.steps, 0);
  for (let step = 0; step < steps; ++step)
    for (let viewer = 0; viewer <= 5; ++viewer) keep(engine.call('proved', '', step, viewer), viewer);
  const other = engine.call('prove', text.replace(secret, secret.split('').reverse().join('')));
  expect(!other.holds && other.hands.length === 0, JSON.stringify(other));
  return `${steps} steps`;
}

function trials() {
  const { customs } = engine.call('about').editions[0];
  expect(customs > 0, 'the first edition has no custom wilds');
  const rule = 'player discards to 1';
  const first = engine.call('trial', fields([['edition', editions[0]], ['players', 4], ['rule', rule]]));
  expect(first.percent === 0 && first.with.hands === 0, JSON.stringify(first));
  const report = engine.call('trialRun', '', 300);
  for (const side of [report.with, report.without]) {
    const won = side.wins.reduce((sum, one) => sum + one, 0);
    expect(side.hands === 300 && won + side.blocked === 300, JSON.stringify(side));
  }
  expect(report.with.turned > 0 && report.with.turned < report.with.played, JSON.stringify(report.with));
  expect(report.without.turned === 0, 'a wild that does nothing cannot make another seat lead');
  expect(report.with.turns < report.without.turns, 'a strong rule does not shorten the hands');
}

function sameAsTwin() {
  const calls = path.join(work, 'calls');
  writeFileSync(calls, Buffer.concat(log.map((part) => Buffer.from(part))));
  execFileSync(native('wasm_twin'), ['--gtest_brief=1'], { env: { ...process.env, COMODIN_WASM_CALLS: calls } });
  return `${log.length / 4} calls`;
}

function fitsSchemas() {
  for (const [kind, lines] of Object.entries(samples)) {
    const file = path.join(work, kind);
    writeFileSync(file, [...lines].slice(-2000).map((line) => `${line}\n`).join(''));
    run('/usr/bin/python3', path.join(root, 'tools/schema_check.py'), '--some',
      path.join(root, `docs/schema/${kind}.json`), file);
  }
  return `${samples.view.size} views, ${samples.event.size} events`;
}

function soundRecords() {
  for (const [at, record] of records.entries()) writeFileSync(path.join(work, `${at}.scn`), record);
  const out = run(native('comodin'), 'check', work);
  expect(out.includes(`${records.length} passed, 0 failed`), out.slice(-500));
  return `${records.length} records`;
}

// Bytes at random, texts with bytes changed, numbers out of any range: a fault at worst, never a trap.
function hostile() {
  const pick = random(99);
  const tough = new Engine();
  const asked = log.filter((part) => Buffer.isBuffer(part) && part.length > 0 && part.length < 300 && pick(40) === 0);
  const fair = readFileSync(path.join(root, 'clients/web/tests/unit/fair.scn'));
  const texts = [...scenarioTexts().filter((_, at) => at % 9 === 0), ...records.slice(0, 6), fair, fair, ...asked];
  const apart = ['memory', '_initialize', 'input', 'output'];
  const names = Object.keys(tough.exports).filter((name) => !apart.includes(name));
  const numbers = [-1, 0, 1, 2, 3, 11, 64, 255, 256, 2 ** 31 - 1, -(2 ** 31)];
  const small = { bench: 50, trialRun: 3, hint: 1, chances: 2, prospects: 1 };
  const rounds = quick ? 4000 : 12000;
  for (let i = 0; i < rounds; ++i) {
    const name = names[pick(names.length)];
    if (name === 'signature' && i % 50 !== 0) continue;
    const bytesAtRandom = Array.from({ length: pick(80) }, () => pick(256));
    let text = Buffer.from(pick(3) === 0 ? bytesAtRandom : texts[pick(texts.length)]);
    for (let n = pick(4); n > 0 && text.length > 0; --n) text[pick(text.length)] = pick(256);
    if (pick(5) === 0) text = text.subarray(0, pick(text.length + 1));
    const given = [numbers[pick(numbers.length)], name in small ? small[name] : numbers[pick(numbers.length)]];
    if (tough.exports[name].length === 1 && name in small) given[0] = small[name];
    try {
      const said = tough.raw(name, text, given.slice(0, tough.exports[name].length));
      JSON.parse(new TextDecoder().decode(said));
    } catch (wrong) {
      throw new Error(`${name}(${given}) ${wrong.message}: ${JSON.stringify(text.toString('latin1')).slice(0, 400)}`);
    }
  }
  expect(tough.exports.input(2 ** 31 - 1) === 0, 'a text of 2 GiB is taken');
  return `${rounds} calls, ${tough.exports.memory.buffer.byteLength >> 20} MiB`;
}

// Processor time of both, each at its best of several tries: other work on the machine must not count.
function speed() {
  const hands = 60000;
  const fast = new Engine();
  fast.call('bench', '', hands);
  let there = 0;
  let here = 0;
  for (let i = 0; i < 7; ++i) {
    const json = run(native('comodin'), 'bench', '-e', editions[0], '-p', '4', '--hands', hands, '--json');
    const row = JSON.parse(json).rows[0];
    there = Math.max(there, row.hands_per_second);
    const before = process.cpuUsage();
    const { decisions } = fast.call('bench', '', hands);
    const used = process.cpuUsage(before);
    here = Math.max(here, hands / ((used.user + used.system) / 1e6));
    expect(decisions === row.decisions, 'it does not play the same');
  }
  const ratio = there / here;
  const note = `native ${Math.round(there)} hands/s, here ${Math.round(here)}, ${ratio.toFixed(2)} times as long`;
  expect(ratio <= kSlowest, note);
  return note;
}

check('signature', () => {
  const there = run(native('comodin'), 'bench', '--signature').trim();
  expect(engine.call('signature') === there, `the native one is ${there}`);
});
check('games of all levels and editions', playAll);
check('scenarios opened and practised', practiseAll);
check('old answers and queries', answersAndQueries);
check('a record proved', proofs);
check('a trial', trials);
check('rules and clauses', () => {
  expect(engine.call('rule', 'next draws two').column === 12, 'no place of the error');
  expect(engine.call('rule', 'joke').name === 'joke', 'a ready rule has no name');
  expect(engine.call('clause', 'no_match') === 'TURN-1', 'no clause');
});
check('the native twin says the same', sameAsTwin);
check('views and events fit their schemas', fitsSchemas);
check('records are sound', soundRecords);
check('hostile input', hostile);
if (!quick) check('speed', speed);
finish();
