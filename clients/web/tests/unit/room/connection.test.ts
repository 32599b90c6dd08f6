import { beforeEach, describe, expect, it } from 'vitest';
import { Connection } from '../../../src/room/connection/connection';
import type { Browser, Socket } from '../../../src/room/connection/line';
import type { Command, Fields, Room } from '../../../src/room/connection/protocol';

class FakeSocket implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  sent: Command[] = [];
  closed = false;
  deaf = false; // what is sent gets lost on the way

  send(text: string): void {
    if (!this.deaf) this.sent.push(JSON.parse(text) as Command);
  }
  close(): void {
    this.closed = true;
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  // Answers the last command of this verb.
  ack(verb: string, more: object = {}): void {
    this.say({ type: 'ack', id: this.last(verb).id, n: 1, ...more });
  }
  refuse(verb: string, why: string): void {
    this.say({ type: 'refused', id: this.last(verb).id, why, text: why });
  }
  last(verb: string): Command {
    const found = this.all(verb).at(-1);
    if (!found) throw new Error(`no ${verb} was sent`);
    return found;
  }
  all(verb: string): Command[] {
    return this.sent.filter((one) => one.do === verb);
  }
}

let time = 0;
let timers: { at: number; act: () => void }[] = [];
let sockets: FakeSocket[] = [];
let dialled: (string | undefined)[] = []; // where to; undefined: the address that the page knows
let kept: Map<string, string>;
let connection: Connection;

const browser: Browser = {
  connect: (to) => {
    if (to === 'nonsense:') throw new Error('no address');
    dialled.push(to);
    sockets.push(new FakeSocket());
    return socket();
  },
  now: () => time,
  after: (ms, act) => {
    const timer = { at: time + ms, act };
    timers.push(timer);
    return () => void (timers = timers.filter((one) => one !== timer));
  },
  chance: () => 0.5,
};
const socket = (): FakeSocket => sockets.at(-1) as FakeSocket;

function pass(ms: number): void {
  const end = time + ms;
  for (;;) {
    const due = timers.filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0];
    if (!due) break;
    timers = timers.filter((one) => one !== due);
    time = Math.max(time, due.at);
    due.act();
  }
  time = end;
}

const anna = { seat: 1, who: 'person', name: 'Ana', here: true, away: false, ready: false, accepted: false };
const room = (more: Partial<Room> = {}): object => ({
  type: 'room', n: 3, room: 'KJD3TX', stage: 'playing', host: 1, edition: 'classic', options: '', clock: 45,
  listed: false, chat: true, open: true, watchers: 0, seats: [anna, { seat: 2, who: 'nobody' }], ...more,
});
const table = (n: number): object => ({ type: 'events', n, by: 'person', events: [], view: {}, moves: ['draw'] });
const TOKEN = 'a'.repeat(64);

function greet(): void {
  socket().onopen?.();
  socket().say({ type: 'welcome', id: socket().last('hello').id, version: 2, player: 'p' });
}

// Connected, and back at seat 1.
function seated(): void {
  kept.set('comodin.seat.KJD3TX', TOKEN);
  connection.enter('kjd3tx');
  back();
}

function back(): void {
  greet();
  socket().ack('resume', { room: 'KJD3TX', seat: 1, token: TOKEN });
  socket().say(room());
  socket().say(table(7));
}

function loseAndReturn(): void {
  socket().onclose?.();
  pass(2000);
}

beforeEach(() => {
  time = 1000;
  timers = [];
  sockets = [];
  dialled = [];
  kept = new Map();
  connection = new Connection(browser, {
    get: (key) => kept.get(key) ?? null,
    set: (key, value) => Boolean(kept.set(key, value)),
    remove: (key) => void kept.delete(key),
  });
});

describe('hello', () => {
  it('keeps the token of somebody new, and shows it the next time', () => {
    connection.open();
    socket().onopen?.();
    expect(socket().last('hello')).not.toHaveProperty('token');
    socket().say({ type: 'welcome', id: socket().last('hello').id, version: 2, player: 'p', token: TOKEN });
    loseAndReturn();
    socket().onopen?.();
    expect(socket().last('hello').token).toBe(TOKEN);
  });

  it('is somebody new if nobody has the token', () => {
    kept.set('comodin.player', TOKEN);
    connection.open();
    socket().onopen?.();
    socket().refuse('hello', 'bad_token');
    expect(socket().all('hello').map((one) => one.token)).toEqual([TOKEN, undefined]);
  });

  it('stops if the server speaks another version', () => {
    connection.open();
    socket().onopen?.();
    socket().refuse('hello', 'version');
    pass(60_000);
    expect(connection.state.stop).toBe('version');
    expect(sockets).toHaveLength(1);
  });
});

describe('a lost connection', () => {
  it('comes back at once, then after 1, 2, 4 … seconds', () => {
    connection.open();
    const waits: number[] = [];
    for (let tries = 0; tries < 7; ++tries) {
      socket().onclose?.();
      waits.push(connection.state.retryAt - time);
      pass(waits.at(-1) ?? 0);
    }
    expect(waits).toEqual([250, 1000, 2000, 4000, 8000, 16_000, 30_000]);
    expect(sockets).toHaveLength(8);
  });

  it('comes back at once when the network does', () => {
    seated();
    connection.networkGone();
    expect(connection.state).toMatchObject({ line: 'waiting', lost: true, entered: false });
    connection.wake();
    back();
    expect(connection.state).toMatchObject({ line: 'on', lost: false, entered: true, seat: 1 });
  });

  it('is given up at once after a long sleep', () => {
    seated();
    time += 60_000; // no timer ran
    connection.wake();
    expect(sockets).toHaveLength(2);
  });

  it('is noticed when nothing is answered any more', () => {
    seated();
    socket().deaf = true;
    void connection.move('draw');
    pass(4000);
    expect(sockets.length).toBeGreaterThan(1);
  });

  it('is given up for good reasons only: a slow network gets more time each time, for a minute', () => {
    seated();
    const patience = (): number => {
      const [began, before] = [time, sockets.length];
      void connection.ask('games');
      while (sockets.length === before) pass(50);
      return Math.round((time - began - 250) / 1000);
    };
    const times = [1, 2, 3, 4].map(() => {
      const took = patience();
      back();
      socket().say({ type: 'games', id: socket().last('games').id, games: [] });
      return took;
    });
    expect(times).toEqual([3, 6, 12, 12]);
    for (let quiet = 0; quiet < 70; ++quiet) {
      pass(1000);
      socket().say({ type: 'clock', seat: 1, left: 9000 });
    }
    expect(patience()).toBe(3);
  });

  it('is not given up because the page slept: what has come meanwhile is heard first', () => {
    seated();
    void connection.move('draw');
    time += 5000; // no timer ran
    pass(0);
    socket().ack('move');
    pass(2000);
    expect(sockets).toHaveLength(1);
  });

  it('is not given up while a long answer is on its way', () => {
    seated();
    void connection.ask('record');
    pass(11_000);
    expect(sockets).toHaveLength(1);
    pass(2000);
    expect(sockets).toHaveLength(2);
  });

  it('is noticed in silence too, by asking: soon in a game, with a question that has a short answer', () => {
    seated();
    pass(10_500);
    expect(socket().all('why')).toHaveLength(1);
    expect(connection.state.unanswered).toBe(0); // nothing of the player's
    pass(4000);
    expect(sockets.length).toBeGreaterThan(1);
  });

  it('is noticed in silence outside a game', () => {
    seated();
    socket().say(room({ stage: 'lobby' }));
    pass(24_000);
    expect(socket().sent.map((one) => one.do)).toEqual(['hello', 'resume', 'kept']);
    pass(2000);
    expect(socket().all('rooms')).toHaveLength(1);
    pass(4000);
    expect(sockets.length).toBeGreaterThan(1);
  });

  it('is looked for elsewhere soon, if nobody answers the first call after it', () => {
    connection.open();
    pass(9000);
    expect(sockets).toHaveLength(1); // a page that is opened waits
    greet();
    socket().onclose?.();
    pass(4300);
    expect(sockets).toHaveLength(2);
    pass(1200);
    expect(sockets).toHaveLength(3);
  });

  it('resumes with what was seen, stores the new token, then says kept', () => {
    seated();
    expect(socket().last('resume')).toMatchObject({ room: 'KJD3TX', token: TOKEN });
    loseAndReturn();
    greet();
    expect(socket().last('resume')).toMatchObject({ seen: 7 });
    expect(socket().all('kept')).toHaveLength(0);
    socket().ack('resume', { room: 'KJD3TX', seat: 1, token: 'b'.repeat(64) });
    expect(kept.get('comodin.seat.KJD3TX')).toBe('b'.repeat(64));
    expect(socket().all('kept')).toHaveLength(1);
  });
});

describe('a move', () => {
  it('is sent again with the same id if it was lost on the way', async () => {
    seated();
    socket().deaf = true;
    const made = connection.move('play r7');
    loseAndReturn();
    greet();
    expect(socket().all('move')).toHaveLength(0); // not before the player sits again
    socket().ack('resume', { room: 'KJD3TX', seat: 1, token: TOKEN });
    expect(socket().last('move')).toMatchObject({ move: 'play r7', at: 7 });
    socket().ack('move');
    expect(await made).toBeNull();
  });

  it('is sent again with the same id if only the ack was lost', async () => {
    seated();
    const made = connection.move('play r7');
    const first = socket().last('move');
    loseAndReturn();
    back();
    expect(socket().all('move')).toEqual([first]);
    socket().ack('move');
    expect(await made).toBeNull();
    loseAndReturn();
    back();
    expect(socket().all('move')).toHaveLength(0); // answered: never again
  });

  it('can be refused after coming back', async () => {
    seated();
    const made = connection.move('play r7');
    loseAndReturn();
    back();
    socket().refuse('move', 'no_match');
    expect(await made).toMatchObject({ why: 'no_match' });
  });

  it('is quiet about a table that has moved on', async () => {
    seated();
    const made = connection.move('play r7');
    socket().refuse('move', 'stale');
    expect(await made).toBeNull();
  });

  it('is asked about without being made', async () => {
    seated();
    const asked = connection.why('play r7');
    const { id } = socket().last('why') as { id: string };
    expect(socket().last('why')).toEqual({ do: 'why', id, move: 'play r7' });
    socket().say({ type: 'why', id, move: 'play r7', why: 'no_match', clause: 'TURN-1' });
    expect(await asked).toMatchObject({ type: 'why', why: 'no_match', clause: 'TURN-1' });
    expect(socket().all('move')).toEqual([]);
  });

  it('is one command, however often it is clicked', async () => {
    seated();
    const first = connection.move('play r7');
    const second = connection.move('play r7');
    expect(await connection.move('play b2')).toMatchObject({ why: 'busy' });
    void connection.move('catch 2');
    expect(socket().all('move').map((one) => one.move)).toEqual(['play r7', 'catch 2']);
    socket().say({ type: 'ack', id: socket().all('move')[0]?.id, n: 8 });
    expect([await first, await second]).toEqual([null, null]);
  });

  it('is sent beside another of its kind that has no answer yet', async () => {
    seated();
    const pairs: [string, Fields, Fields][] = [
      ['set', { clock: 30 }, { clock: 60 }],
      ['rule', { card: 1, text: 'next draws 2' }, { card: 1, text: 'next draws 3' }],
      ['bot', { seat: 2, level: 'casual' }, { seat: 2, level: 'aurora' }],
      ['ready', { ready: true }, { ready: false }],
      ['accept', { digest: 'a' }, { digest: 'b' }],
      ['sit', { name: 'Ana' }, { name: 'Eva' }],
    ];
    for (const [verb, first, second] of pairs) {
      void connection.ask(verb, first);
      void connection.ask(verb, first); // the same click
      const answer = connection.ask(verb, second);
      expect(socket().all(verb), verb).toMatchObject([first, second]);
      socket().refuse(verb, 'not_now');
      expect(await answer, verb).toMatchObject({ why: 'not_now' });
    }
  });

  it('is not sent late, over a newer one of its kind', async () => {
    seated();
    const first = connection.ask('set', { clock: 30 });
    const [{ id }] = socket().all('set') as [Command];
    void connection.ask('set', { clock: 60 });
    socket().ack('set');
    socket().say({ type: 'refused', id, why: 'slow_down', text: '' });
    pass(5000);
    expect(socket().all('set')).toHaveLength(2);
    expect(await first).toMatchObject({ why: 'slow_down' });
  });

  it('is not taken while there is no connection', async () => {
    seated();
    socket().onclose?.();
    expect(await connection.move('draw')).toMatchObject({ why: 'offline' });
    pass(2000);
    back();
    expect(socket().all('move')).toHaveLength(0);
  });

  it('waits and is sent again when the server says slow_down', () => {
    seated();
    void connection.move('draw');
    socket().say({ type: 'refused', why: 'slow_down', text: '' });
    expect(socket().all('move')).toHaveLength(1);
    pass(2000);
    expect(new Set(socket().all('move').map((one) => one.id)).size).toBe(1);
    expect(socket().all('move')).toHaveLength(2);
  });

  it('never shares an id with another command', () => {
    seated();
    void connection.move('draw');
    void connection.ask('ready');
    const ids = socket().sent.map((one) => one.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[!-~]{1,16}$/);
  });
});

describe('a seat', () => {
  it('is taken once though its ack was lost: join, then sit again with the same id', async () => {
    connection.enter('KJD3TX');
    greet();
    socket().ack('join', { room: 'KJD3TX' });
    const sat = connection.ask('sit', { name: 'Ana' });
    const { id } = socket().last('sit');
    loseAndReturn();
    greet();
    socket().ack('join', { room: 'KJD3TX' });
    expect(socket().last('sit').id).toBe(id);
    socket().ack('sit', { room: 'KJD3TX', seat: 1, token: TOKEN });
    await sat;
    expect(connection.state.seat).toBe(1);
    expect(kept.get('comodin.seat.KJD3TX')).toBe(TOKEN);
  });

  it('that its token does not open any more is looked at from outside', () => {
    kept.set('comodin.seat.KJD3TX', TOKEN);
    connection.enter('KJD3TX');
    greet();
    socket().refuse('resume', 'bad_token');
    socket().ack('join', { room: 'KJD3TX' });
    expect(connection.state).toMatchObject({ entered: true, seat: 0 });
    expect(kept.has('comodin.seat.KJD3TX')).toBe(false);
  });

  it('is kept while the server refuses for a moment only', () => {
    for (const why of ['slow_down', 'store_full', 'grace']) {
      kept.set('comodin.seat.KJD3TX', TOKEN);
      connection.close();
      connection.enter('kjd3tx');
      greet();
      socket().refuse('resume', why);
      expect(kept.get('comodin.seat.KJD3TX'), why).toBe(TOKEN);
      pass(8000);
      expect(socket().all('resume'), why).toHaveLength(2);
      expect(socket().all('join'), why).toHaveLength(0);
    }
  });

  it('that one was removed from for good is said', () => {
    connection.enter('kjd3tx');
    greet();
    socket().refuse('join', 'banned');
    expect(connection.state).toMatchObject({ gone: 'banned', entered: false });
  });

  it('that was taken over is not fought for', () => {
    seated();
    const made = connection.move('draw');
    socket().say({ type: 'bye', why: 'taken_over' });
    socket().onclose?.();
    pass(60_000);
    expect(sockets).toHaveLength(1);
    expect(connection.state.stop).toBe('taken_over');
    connection.playHere();
    back();
    expect(connection.state).toMatchObject({ stop: '', seat: 1, entered: true });
    return expect(made).resolves.toMatchObject({ why: 'offline' });
  });

  it('that was taken over does not keep one out of other rooms', () => {
    seated();
    socket().say({ type: 'bye', why: 'taken_over' });
    connection.enter('BBBBBB');
    greet();
    socket().ack('join', { room: 'BBBBBB' });
    expect(connection.state).toMatchObject({ stop: '', entered: true, code: 'BBBBBB' });
  });

  it('that the host took away leaves no card behind', () => {
    seated();
    const bot = { seat: 1, who: 'bot', level: 'casual', vacant: true } as const;
    socket().say(room({ seats: [bot, { seat: 2, who: 'nobody' }] }));
    expect(connection.state).toMatchObject({ seat: 0, removed: true, told: null });
    expect(socket().all('join')).toHaveLength(1);
  });

  it('that one gets up from stays watched, and one can come back', () => {
    seated();
    void connection.ask('stand');
    socket().ack('stand');
    expect(connection.state).toMatchObject({ seat: 0, stood: true, told: null });
    socket().ack('join', { room: 'KJD3TX' });
    connection.comeBack();
    socket().ack('resume', { room: 'KJD3TX', seat: 1, token: TOKEN });
    expect(connection.state).toMatchObject({ seat: 1, stood: false });
  });
});

describe('a room on another server', () => {
  const moved = (to = '/node/b/ws'): void => socket().say({ type: 'bye', why: 'moved', to });

  it('is followed at once, and nobody notices', async () => {
    seated();
    const lost: boolean[] = [];
    connection.onchange = ({ lost: now, line }) => lost.push(now || line === 'waiting');
    const made = connection.move('play r7');
    const first = socket().last('move');
    moved();
    expect(sockets[0]?.closed).toBe(true);
    expect(connection.state).toMatchObject({ moving: true, entered: false });
    pass(100);
    expect(dialled).toEqual([undefined, '/node/b/ws']);
    back();
    expect(socket().last('resume')).toMatchObject({ room: 'KJD3TX', token: TOKEN, seen: 7 });
    expect(socket().all('move')).toEqual([first]);
    socket().ack('move');
    expect(await made).toBeNull();
    pass(1000);
    expect(lost).not.toContain(true);
    expect(connection.state).toMatchObject({ moving: false, lost: false, entered: true, seat: 1 });
  });

  it('is followed on the way in, and by a `create` that is sent again', () => {
    connection.enter('KJD3TX');
    greet();
    moved();
    pass(100);
    greet();
    socket().ack('join', { room: 'KJD3TX' });
    expect(connection.state).toMatchObject({ entered: true, lost: false, moving: false });
    connection.leave();
    void connection.ask('create', { edition: 'classic' });
    const { id } = socket().last('create');
    loseAndReturn();
    greet();
    moved('/node/c/ws');
    pass(100);
    greet();
    expect(socket().last('create').id).toBe(id);
    expect(dialled).toEqual([undefined, '/node/b/ws', undefined, '/node/c/ws']);
  });

  it('has a player waiting who plays on the way', async () => {
    seated();
    moved();
    const made = connection.move('draw');
    const said = connection.ask('chat', { phrase: 'ouch' });
    pass(100);
    back();
    expect(socket().sent.map((one) => one.do)).toEqual(['hello', 'resume', 'kept', 'move', 'chat']);
    socket().ack('move');
    socket().ack('chat');
    expect(await made).toBeNull();
    expect(await said).toMatchObject({ type: 'ack' });
  });

  it('is said to be lost if it takes longer', () => {
    seated();
    moved();
    pass(100);
    expect(connection.state.lost).toBe(false);
    pass(500);
    expect(connection.state).toMatchObject({ moving: false, lost: true });
    expect(connection.state.line).toBe('connecting');
    back();
    expect(connection.state).toMatchObject({ lost: false, entered: true });
  });

  it('is looked for at the known address if nobody is there', () => {
    for (const to of ['/node/b/ws', 'nonsense:']) {
      connection.close();
      dialled = [];
      seated();
      moved(to);
      pass(100);
      if (to !== 'nonsense:') socket().onclose?.();
      expect(connection.state).toMatchObject({ lost: true, moving: false, line: 'waiting' });
      pass(300);
      back();
      expect(dialled, to).toEqual([undefined, ...(to === 'nonsense:' ? [] : [to]), undefined]);
      expect(connection.state, to).toMatchObject({ lost: false, entered: true });
    }
  });

  it('is good for one dial only', () => {
    seated();
    moved();
    pass(100);
    back();
    loseAndReturn();
    expect(dialled).toEqual([undefined, '/node/b/ws', undefined]);
  });

  it('is not chased in circles: after five moves the waits grow', () => {
    seated();
    const waits: number[] = [];
    for (let k = 0; k < 9; ++k) {
      const began = time;
      const before = sockets.length;
      moved();
      while (sockets.length === before) pass(10);
      waits.push(time - began);
      greet();
    }
    expect(waits).toEqual([50, 50, 50, 50, 50, 250, 1000, 2000, 4000]);
    expect(dialled.slice(1)).toEqual(Array(9).fill('/node/b/ws')); // whoever is there knows better than who is not
    socket().ack('resume', { room: 'KJD3TX', seat: 1, token: TOKEN });
    moved();
    pass(100);
    expect(dialled.at(-1)).toBe('/node/b/ws'); // it had been found
  });
});

describe('a room', () => {
  it('that restarts is come back to', () => {
    seated();
    socket().say({ type: 'bye', why: 'restart' });
    socket().onclose?.();
    expect(connection.state).toMatchObject({ restart: true, lost: true, line: 'waiting' });
    pass(1500);
    back();
    expect(connection.state).toMatchObject({ restart: false, lost: false, seat: 1 });
  });

  it('that was closed is heard no more', () => {
    seated();
    socket().say({ type: 'bye', why: 'room_closed' });
    socket().say(room());
    socket().say(table(9));
    expect(connection.state).toMatchObject({ gone: 'room_closed', room: null, told: null, seat: 0 });
  });

  it('that was left is heard no more, nor is anything sent to the next one', async () => {
    seated();
    const made = connection.move('draw');
    connection.enter('BBBBBB');
    socket().say(room());
    socket().say(table(9));
    expect(connection.state).toMatchObject({ code: 'BBBBBB', room: null, told: null });
    socket().ack('join', { room: 'BBBBBB' });
    expect(socket().all('move')).toHaveLength(1);
    expect(await made).toMatchObject({ why: 'offline' });
  });

  it('that does not exist is said', () => {
    connection.enter('BBBBBB');
    greet();
    socket().refuse('join', 'no_room');
    expect(connection.state.gone).toBe('no_room');
  });

  it('is created once though the ack was lost', async () => {
    connection.open();
    greet();
    const made = connection.ask('create', { edition: 'classic' });
    const { id } = socket().last('create');
    loseAndReturn();
    greet();
    expect(socket().last('create').id).toBe(id);
    socket().ack('create', { room: 'KJD3TX' });
    expect(await made).toMatchObject({ room: 'KJD3TX' });
    socket().say(room({ stage: 'lobby' }));
    expect(connection.state).toMatchObject({ code: 'KJD3TX', entered: true });
    expect(connection.state.room).not.toBeNull();
  });

  it('hears chat once, and never repeats it', () => {
    seated();
    const said: string[] = [];
    connection.onchat = (chat) => said.push(chat.phrase ?? '');
    void connection.ask('chat', { phrase: 'hello' });
    socket().say({ type: 'chat', seat: 1, name: 'Ana', phrase: 'hello' });
    loseAndReturn();
    back();
    expect(socket().all('chat')).toHaveLength(0);
    expect(said).toEqual(['hello']);
  });

  it('keeps the last table only', () => {
    seated();
    socket().say(table(8));
    socket().say({ type: 'clock', seat: 1, left: 10_000 });
    expect(connection.state.told).toMatchObject({ n: 8, clock: { seat: 1, left: 10_000 } });
    socket().say(room({ stage: 'lobby' }));
    expect(connection.state.told).toBeNull();
  });
});
