// A client for tests of a real server, from any address of this machine.
import { createRequire } from 'node:module';

const WebSocket = createRequire(new URL('../../docs/examples/', import.meta.url))('ws');
export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

const ANSWERS = new Set(['ack', 'ref', 'wel']);  // how the types of answers begin

export class Client {
  constructor(url, address, name) {
    Object.assign(this, { url, address, name, ids: 0, pending: new Map(), on: () => {}, lost: false });
  }
  // Resolves when hello has been answered; false: it was not let in.
  connect() {
    return new Promise((done) => {
      this.open = false;
      this.socket = new WebSocket(this.elsewhere ?? this.url, { localAddress: this.address, perMessageDeflate: false });
      this.elsewhere = undefined;  // good for one dial
      this.socket.on('error', () => {});
      this.socket.on('close', () => {
        this.lost ||= !this.closing;
        this.open = false, this.seat = 0;
        for (const answer of this.pending.values()) answer({ type: 'closed' });
        this.pending.clear(), done(false);
      });
      this.socket.on('message', (text) => {
        if (!this.deaf || ANSWERS.has(text.toString('latin1', 9, 12))) this.heard(JSON.parse(text));
      });
      this.socket.on('open', async () => {
        this.open = true;
        const answer = await this.ask('hello', { version: 2, ...(this.player && { token: this.player }) });
        this.player = answer.token ?? this.player, done(answer.type === 'welcome');
      });
    });
  }
  close() { this.closing = true, this.socket?.close(); }
  drop() { this.closing = true, this.socket?.terminate(); }

  send(text) { if (this.open) this.socket.send(text); }
  ask(verb, fields = {}) {
    const id = `c${++this.ids}`;
    this.send(JSON.stringify({ do: verb, id, ...fields }));
    return new Promise((done) => (this.open ? this.pending.set(id, done) : done({ type: 'closed' })));
  }
  heard(message) {
    if (message.type === 'room') this.state = message;
    if (message.type === 'bye' && message.to) this.elsewhere = new URL(message.to, this.socket.url);
    if (message.type === 'events' || message.type === 'view') this.table = message;
    this.pending.get(message.id)?.(message), this.pending.delete(message.id);
    this.on(message);
  }

  async create(setting) { this.room = (await this.ask('create', setting)).room; }
  async join(room) { return this.room = room, (await this.ask('join', { room })).type === 'ack'; }
  async sit() { Object.assign(this, this.seated(await this.ask('sit', { name: this.name }))); }
  async resume() {
    Object.assign(this, this.seated(await this.ask('resume', { room: this.room, token: this.token })));
  }
  seated({ seat = 0, token = this.token }) { return { seat, token }; }

  get turn() { return this.seat && this.state?.stage === 'playing' && this.table?.view.awaits?.seat === this.seat; }
  move() {
    const { n, moves } = this.table;
    this.table = { ...this.table, view: {} };  // it is no longer our turn
    return this.ask('move', { move: moves.find((move) => move.startsWith('play')) ?? moves[0], at: n });
  }
  // Whatever the room waits for.
  further() {
    const me = this.state?.seats[this.seat - 1], host = this.state?.host === this.seat;
    if (!me || this.busy) return;
    const { stage, digest, commit, seats } = this.state;
    const agreed = ({ who, ready, accepted }) => who === 'bot' || (ready && (accepted || !digest));
    const what = stage === 'over' ? host && ['rematch']
      : stage !== 'lobby' && stage !== 'between' ? null
        : digest && !me.accepted && stage === 'lobby' ? ['accept', { digest }]
          : commit && !me.ready ? ['ready']
            : host && stage === 'lobby' && seats.every(agreed) ? ['start'] : null;
    if (!what) return;
    this.busy = true;
    this.ask(...what).then(() => (this.busy = false));
  }
}
