// One person's connection to a server: who they are, the room they are in, their seat, and every command until it
// is answered. A command that was sent when the connection was lost is sent again with the same id, so that it
// happens once. Only the last room and the last table are kept: nothing here outlives its message.
import { verbOf, type Move, type Refused, type Seat, type Told, type WhyNot } from '../../table/wire';
import type { Store } from '../../ui/store.svelte';
import { Line, type Browser } from './line';
import {
  PROTOCOL_VERSION, type Chat, type Command, type Fields, type Message, type Reply, type Room,
} from './protocol';

// version: this page is too old or too new; taken_over: the seat is played from elsewhere.
export type Stop = '' | 'version' | 'taken_over';
export type Gone = '' | 'no_room' | 'room_closed' | 'full' | 'banned';

export interface ConnectionState {
  line: 'off' | 'connecting' | 'on' | 'waiting';
  retryAt: number; // while waiting
  lost: boolean; // there was a connection, but there is none now
  moving: boolean; // the room goes to another server: for a moment nobody need notice
  restart: boolean; // the server said that it is going away for a moment
  stop: Stop;
  busy: string; // why the server lets nobody in at the moment
  code: string; // the room that the player is in, or on the way to; '': none
  entered: boolean;
  gone: Gone; // why the player is no longer in the room
  seat: Seat | 0;
  stood: boolean; // the player has got up from a game: `comeBack` leads to the seat again
  removed: boolean; // the host has removed the player from the seat
  room: Room | null;
  told: Told | null;
  unanswered: number;
}

interface Pending {
  command: Command;
  key: string;
  place: string;
  code: string; // of the room it is for; '': of none
  sent: boolean; // on the present connection
  answer: Promise<Reply>;
  resolve: (reply: Reply) => void;
}

const PLAYER = 'comodin.player';
export const SEAT = 'comodin.seat.';
const STOOD = 'comodin.stood.';
const ROOMLESS = ['rooms', 'games', 'create'];
// Never sent again after a lost connection: they could happen twice, or undo coming back. The player sees and repeats.
const NOT_AGAIN = ['chat', 'stand'];
// Calls that may be made while an answer is still on its way.
const CALLS = ['uno', 'catch'];
// Temporary refusals on entering: the seat is still the player's.
const PASSES = ['slow_down', 'store_full', 'grace'];
const QUERIES = ['rooms', 'games', 'why', 'record'];
const SLOW = 1500;
const BRIEF = 500; // a move to another server that takes no longer is not shown
const TOLD_ALL = 4_294_967_295; // `seen` for a page that needs the table as it is, not what happened before

export const refusal = (why: string): Refused => ({ type: 'refused', why, text: why });
// Nobody was asked: there was no connection, or the player has left.
export const isOffline = (reply: Reply): boolean => reply.type === 'refused' && reply.why === 'offline';

const fine = { lost: false, moving: false };
const nowhere = {
  code: '', entered: false, seat: 0 as Seat | 0, stood: false, removed: false, room: null, told: null,
};

export class Connection {
  state: ConnectionState = {
    line: 'off', retryAt: 0, restart: false, stop: '', busy: '', gone: '', unanswered: 0, ...fine, ...nowhere,
  };
  onchange: (state: ConnectionState) => void = () => {};
  onchat: (chat: Chat) => void = () => {};

  private readonly line: Line;
  private readonly pending = new Map<string, Pending>();
  private readonly newest = new Map<string, string>(); // ids, by place
  private ids: number;
  private greeted = false;
  private hello = '';
  private entrance: Command | null = null; // `join` or `resume` that is not answered yet

  constructor(
    private readonly browser: Browser,
    private readonly store: Pick<Store, 'get' | 'set' | 'remove'>,
  ) {
    this.ids = Math.floor(browser.chance() * 2 ** 40);
    this.line = new Line(
      browser,
      { opened: () => this.opened(), heard: (text) => this.heard(text), lost: (moved) => this.lost(moved) },
      () => this.probe(),
    );
  }

  // ---- what a player can do -------------------------------------------------------------------------------

  open(): void {
    if (this.state.stop) return;
    this.line.open();
    this.show();
  }

  // Into a room: to the player's own seat if there is a token for it, else to watch or to sit down.
  enter(code: string): void {
    const wanted = code.toUpperCase();
    if (this.state.code === wanted && !this.state.gone) return this.open();
    this.leave();
    this.change({ code: wanted, gone: '', stood: this.store.get(STOOD + wanted) !== null });
    this.open();
    if (this.greeted) this.goIn();
  }

  // The seat stays reserved: `enter` leads back to it.
  leave(): void {
    if (this.state.entered && this.greeted) this.write({ do: 'leave', id: this.newId() });
    this.entrance = null;
    this.line.inGame = false;
    this.forget((one) => one.code !== '');
    const stop = this.state.stop === 'taken_over' ? '' : this.state.stop; // of the room that is left
    this.change({ ...nowhere, gone: '', stop });
  }

  close(): void {
    this.leave();
    this.line.close();
    this.greeted = false;
    this.forget(() => true);
    this.change(fine);
  }

  // After `taken_over`: this page plays again, and the other one is told.
  playHere(): void {
    this.change({ stop: '' });
    this.open();
  }

  // Back to the seat that the player got up from.
  comeBack(): void {
    this.store.remove(STOOD + this.state.code);
    this.change({ stood: false, entered: false });
    if (this.greeted) this.goIn();
  }

  wake(): void {
    this.line.wake();
    this.show();
  }

  // The browser says that there is no network: do not wait for the open socket to notice.
  networkGone(): void {
    if (this.line.status === 'on' || this.line.status === 'connecting') this.line.drop();
  }

  // Sends a command and waits for its answer, over as many connections as it takes. A command that equals one without
  // an answer is not sent a second time. In a room, commands are refused while there is no connection; on the way to
  // another server they wait.
  ask(verb: string, fields: Fields = {}): Promise<Reply> {
    const roomless = ROOMLESS.includes(verb);
    if (!roomless && !this.state.entered && !this.state.moving) return Promise.resolve(refusal('offline'));
    const key = keyOf(verb, fields);
    for (const one of this.pending.values()) {
      if (one.key === key) return one.answer;
      if (verb === 'move' && one.command.do === 'move' && !isCall(fields)) return Promise.resolve(refusal('busy'));
    }
    const command: Command = { do: verb, id: this.newId(), ...fields };
    let resolve: (reply: Reply) => void = () => {};
    const answer = new Promise<Reply>((done) => (resolve = done));
    const code = roomless ? '' : this.state.code;
    const place = placeOf(verb, fields);
    this.newest.set(place, command.id);
    this.pending.set(command.id, { command, key, place, code, sent: false, answer, resolve });
    this.flush();
    this.show();
    return answer;
  }

  // Null: it was made, or the table had moved on, which its message shows.
  async move(move: Move): Promise<Refused | null> {
    const reply = await this.ask('move', { move, at: this.state.told?.n ?? 0 });
    return reply.type === 'refused' && reply.why !== 'stale' ? reply : null;
  }

  // Why this move may not be made. A query: nothing happens.
  async why(move: Move): Promise<WhyNot | Refused> {
    const reply = await this.ask('why', { move });
    return reply.type === 'why' || reply.type === 'refused' ? reply : { type: 'why', move };
  }

  // ---- the line ----------------------------------------------------------------------------------------

  private opened(): void {
    this.greet();
    this.show();
  }

  private greet(): void {
    const token = this.store.get(PLAYER);
    this.hello = this.newId();
    this.write({ do: 'hello', id: this.hello, version: PROTOCOL_VERSION, ...(token ? { token } : {}) });
  }

  private lost(moved = false): void {
    const had = this.greeted || this.state.moving;
    const moving = moved && !this.state.lost;
    if (moving && !this.state.moving) this.browser.after(BRIEF, () => this.noticed());
    this.greeted = false;
    this.entrance = null;
    this.forget((one) => NOT_AGAIN.includes(one.command.do) && (one.sent || !moving));
    for (const one of this.pending.values()) one.sent = false;
    this.change({ entered: false, moving, lost: this.state.lost || (had && !moving) });
  }

  private noticed(): void {
    if (!this.state.moving) return;
    this.change({ lost: true, moving: false });
    this.forget((one) => NOT_AGAIN.includes(one.command.do));
  }

  // Is anybody there? Of a table we ask what has a short answer: this happens whenever others think for long.
  private probe(): void {
    if (this.line.inGame && this.state.entered && this.state.seat) void this.why('draw');
    else void this.ask('rooms');
  }

  private write(command: Command): void {
    this.line.send(JSON.stringify(command), command.do === 'record');
  }

  private newId(): string {
    return (++this.ids).toString(36);
  }

  private goIn(): void {
    const { code, stood, told } = this.state;
    const token = stood ? null : this.store.get(SEAT + code);
    const id = this.newId();
    this.entrance = token
      ? { do: 'resume', id, room: code, token, seen: told?.n ?? TOLD_ALL }
      : { do: 'join', id, room: code };
    this.write(this.entrance);
  }

  // Sends what has no answer yet, in order, as soon as the player is in the room that it is for.
  private flush(): void {
    if (!this.greeted) return;
    for (const one of this.pending.values()) {
      if (one.sent || (one.code && !(this.state.entered && one.code === this.state.code))) continue;
      one.sent = true;
      this.write(one.command);
    }
  }

  // Commands that will not be answered: whoever waits for them is told so.
  private forget(which: (one: Pending) => boolean): void {
    for (const [id, one] of this.pending)
      if (which(one)) {
        this.pending.delete(id);
        one.resolve(refusal('offline'));
      }
    this.show();
  }

  private change(part: Partial<ConnectionState>): void {
    this.state = { ...this.state, ...part };
    this.show();
  }

  private show(): void {
    const { status: line, retryAt } = this.line;
    const unanswered = [...this.pending.values()].filter(({ command }) => !QUERIES.includes(command.do)).length;
    this.state = { ...this.state, line, retryAt, unanswered };
    this.onchange(this.state);
  }

  // ---- what the server says ----------------------------------------------------------------------------

  private heard(text: string): void {
    const message = parse(text);
    if (!message) return;
    if ('id' in message && message.id !== undefined) return this.answered(message as Reply);
    if (message.type === 'refused') return this.slowDown();
    if (message.type === 'bye') return this.bye(message.why, message.to);
    if (this.state.entered) this.told(message);
  }

  // News about the present room. What arrives before the player has entered is about a room that was left.
  private told(message: Message): void {
    if (message.type === 'room' && message.room === this.state.code) return this.takeRoom(message);
    if (message.type === 'events') return this.change({ told: message });
    if (message.type === 'view') return this.change({ told: { ...message, events: [] } });
    if (message.type === 'chat') return this.onchat(message);
    const { told } = this.state;
    if (message.type === 'clock' && told)
      this.change({ told: { ...told, clock: { seat: message.seat, left: message.left } } });
  }

  private takeRoom(room: Room): void {
    const { seat } = this.state;
    const removed = seat > 0 && room.seats[seat - 1]?.who !== 'person';
    this.line.inGame = room.stage === 'playing';
    this.change({ room, ...(room.stage === 'lobby' ? { told: null } : {}) });
    if (!removed) return;
    this.store.remove(SEAT + this.state.code);
    this.change({ seat: 0, removed: true });
    this.lookOn();
  }

  // The player's cards belong to somebody else now: ask for what everybody sees.
  private lookOn(): void {
    this.change({ told: null, entered: false });
    this.goIn();
  }

  private answered(message: Reply | Extract<Message, { type: 'welcome' }>): void {
    if (message.id === this.hello) return this.greeting(message as Message);
    if (message.id === this.entrance?.id) return this.atTheDoor(message as Reply);
    const one = message.id === undefined ? undefined : this.pending.get(message.id);
    if (!one || message.type === 'welcome') return;
    const again = one.command.do !== 'chat' && !this.outdated(one);
    if (message.type === 'refused' && message.why === 'slow_down' && again) {
      one.sent = false;
      return void this.browser.after(SLOW, () => this.flush());
    }
    this.pending.delete(one.command.id);
    if (message.type === 'ack') this.happened(one.command, message);
    this.show();
    one.resolve(message);
  }

  private greeting(message: Message): void {
    if (message.type === 'welcome') {
      if (message.token) this.store.set(PLAYER, message.token);
      this.greeted = true;
      this.line.settled();
      const inRoom = this.state.code !== '' && !this.state.gone;
      this.change({ restart: false, busy: '', ...(inRoom ? {} : fine) });
      if (inRoom) this.goIn();
      return this.flush();
    }
    if (message.type !== 'refused') return;
    if (message.why === 'bad_token') {
      this.store.remove(PLAYER);
      return this.greet();
    }
    if (message.why === 'version') return this.halt('version');
    this.change({ busy: message.why });
    this.line.drop(20_000);
  }

  private halt(stop: Stop): void {
    this.line.close();
    this.lost();
    this.forget(() => true);
    this.change({ stop, ...fine });
  }

  private atTheDoor(message: Reply): void {
    const asked = this.entrance;
    this.entrance = null;
    if (message.type === 'ack') {
      this.line.arrived();
      this.change({ entered: true, seat: 0, ...fine });
      this.takeSeat(message.seat, message.token);
      if (message.token) this.write({ do: 'kept', id: this.newId() });
      return this.flush();
    }
    if (message.type !== 'refused') return;
    if (PASSES.includes(message.why)) return void this.browser.after(5 * SLOW, () => this.tryAgain(asked));
    if (asked?.do === 'resume') {
      this.store.remove(SEAT + this.state.code);
      this.change({ told: null });
      return this.goIn();
    }
    this.forget((one) => one.code !== '');
    const gone = message.why === 'full' || message.why === 'banned' ? message.why : 'no_room';
    this.line.arrived();
    this.change({ gone, room: null, told: null, ...fine });
  }

  private tryAgain(asked: Command | null): void {
    if (this.greeted && !this.entrance && asked?.room === this.state.code) this.goIn();
  }

  // Sent again, it would arrive after a newer wish about the same thing.
  private outdated({ place, command }: Pending): boolean {
    return this.newest.get(place) !== command.id;
  }

  // The server dropped a frame and does not say which: send everything again that has no answer.
  private slowDown(): void {
    this.forget((one) => NOT_AGAIN.includes(one.command.do) || this.outdated(one));
    this.browser.after(SLOW, () => {
      for (const one of this.pending.values()) one.sent = false;
      if (this.greeted && this.entrance) this.write(this.entrance);
      else if (!this.greeted && this.line.status === 'on') this.greet();
      this.flush();
    });
  }

  private takeSeat(seat: Seat | undefined, token: string | undefined): void {
    if (!seat || !token) return;
    this.store.set(SEAT + this.state.code, token);
    this.change({ seat });
  }

  private happened(command: Command, { room, seat, token }: Extract<Reply, { type: 'ack' }>): void {
    if (command.do === 'create' && room) {
      this.line.arrived();
      this.change({ ...nowhere, code: room, entered: true, gone: '' });
    }
    if (command.do === 'sit') {
      this.store.remove(STOOD + this.state.code);
      this.takeSeat(seat, token);
      this.change({ removed: false, stood: false });
    }
    if (command.do === 'stand') this.stoodUp();
  }

  private stoodUp(): void {
    const { code, room } = this.state;
    const playing = room?.stage !== 'lobby';
    if (playing) this.store.set(STOOD + code, '1');
    else this.store.remove(SEAT + code);
    this.change({ seat: 0, stood: playing });
    if (playing) this.lookOn();
  }

  private bye(why: string, to?: string): void {
    if (why === 'moved') return this.line.move(to);
    if (why === 'taken_over') return this.halt('taken_over');
    if (why === 'restart') return this.change({ restart: true });
    if (why !== 'room_closed') return;
    this.store.remove(SEAT + this.state.code);
    this.entrance = null;
    this.forget((one) => one.code !== '');
    this.change({ entered: false, gone: 'room_closed', room: null, told: null, seat: 0 });
  }
}

function parse(text: string): Message | null {
  try {
    return JSON.parse(text) as Message;
  } catch {
    return null;
  }
}

const isCall = (fields: Fields): boolean => CALLS.includes(verbOf(String(fields.move)));

// Commands with the same key are the same click: all fields count but `at`, what was seen by then.
const keyOf = (verb: string, { at: _, ...fields }: Fields): string => JSON.stringify([verb, fields]);

// Of several commands with the same place, only the last one is wanted.
const placeOf = (verb: string, { seat, card, move }: Fields): string => JSON.stringify([verb, seat, card, move]);
