// The line to the server: a socket that is opened again when it is lost. It knows nothing of rooms.
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

// What the line needs of the browser; tests bring their own.
export interface Browser {
  connect(to?: string): Socket; // `to`: as seen from the address that was dialled last; none: the address we know
  now(): number; // milliseconds
  after(ms: number, act: () => void): () => void; // returns a function that cancels it
  chance(): number; // 0 … 1
}

export interface LineEvents {
  opened(): void;
  heard(text: string): void;
  lost(moved: boolean): void; // moved: the server has sent us elsewhere
}

const FIRST_WAIT = 250; // a game goes on elsewhere at once; 100 … 400, so that not all come together
const NEXT_WAIT = 1000;
const LONGEST_WAIT = 30_000;
const MOVE_WAIT = 100;
const MOVES_MOST = 5; // in a row, without getting into a room: after that we are sent round in circles
const CONNECT_LIMIT = 10_000; // a connection that is not made by then is given up …
const CONNECT_AGAIN_LIMIT = 4000; // … earlier right after a loss: it may have been the frozen node again
const LOOK_EVERY = 1000;
const QUIET = 25_000; // after this much silence we ask whether the other side is still there;
const QUIET_IN_GAME = 10_000; // a node can be cut off without a close, and players only see that nothing happens.
// An answer may take this long. Each line given up for it doubles it, and only a minute on one line makes it short
// again: a slow phone must not hang up again and again on a server that answers.
const PATIENCE = 3000;
const PATIENCE_MOST = 12_000;
const STEADY = 60_000;

export class Line {
  status: 'off' | 'connecting' | 'on' | 'waiting' = 'off';
  retryAt = 0; // while waiting
  inGame = false;
  private socket: Socket | null = null;
  private tries = 0;
  private moves = 0; // since we were last in a room
  private callOff: () => void = () => {};
  private openedAt = 0;
  private heardAt = 0;
  private deadline = 0; // for an answer; 0: none is outstanding
  private patience = PATIENCE;

  constructor(
    private readonly browser: Browser,
    private readonly events: LineEvents,
    private readonly probe: () => void,
  ) {}

  open(): void {
    if (this.status !== 'connecting' && this.status !== 'on') this.dial();
  }

  private dial(to?: string): void {
    this.callOff();
    this.status = 'connecting';
    const limit = to || this.tries === 1 ? CONNECT_AGAIN_LIMIT : CONNECT_LIMIT;
    this.callOff = this.browser.after(limit, () => this.drop());
    let socket: Socket;
    try {
      socket = this.browser.connect(to);
    } catch {
      return this.drop(); // `to` is no address
    }
    this.socket = socket;
    socket.onopen = () => {
      this.status = 'on';
      this.openedAt = this.heardAt = this.browser.now();
      this.deadline = 0;
      this.callOff();
      this.watch();
      this.events.opened();
    };
    socket.onmessage = ({ data }) => {
      this.heardAt = this.browser.now();
      this.deadline = 0;
      if (typeof data === 'string') this.events.heard(data);
    };
    socket.onclose = () => this.drop();
  }

  // The other side works, so waiting times start again from the shortest.
  settled(): void {
    if (this.moves <= MOVES_MOST) this.tries = 0;
  }

  // We are in a room, or know that there is none: nobody will send us elsewhere.
  arrived(): void {
    this.moves = this.tries = 0;
  }

  // `long`: the answer may be long, and is heard only when it is here as a whole.
  send(text: string, long = false): void {
    if (this.status !== 'on') return;
    const now = this.browser.now();
    this.deadline = long ? now + PATIENCE_MOST : this.deadline || now + this.patience;
    this.socket?.send(text);
  }

  // The network is back, or somebody is looking at the page again: no more waiting.
  wake(): void {
    const silence = this.status === 'on' ? this.browser.now() - this.heardAt : 0;
    // The page slept, so nobody has looked after the line.
    if (silence > this.quiet() + PATIENCE_MOST + LOOK_EVERY) this.drop();
    if (this.status === 'waiting') this.dial();
    else if (silence > LOOK_EVERY) this.probe();
  }

  // The room is served elsewhere: we go there, at once unless it is one of too many moves.
  move(to?: string): void {
    if (++this.moves > MOVES_MOST) return this.drop(0, to);
    this.hangUp();
    this.status = 'connecting';
    this.callOff = this.browser.after(Math.round(MOVE_WAIT * this.browser.chance()), () => this.dial(to));
    this.events.lost(true);
  }

  // The socket is lost. We reconnect after a wait that grows each time, with some jitter.
  drop(longer = 0, to?: string): void {
    if (this.status === 'off') return;
    this.hangUp();
    const short = !this.tries && !longer;
    const wait = short ? FIRST_WAIT : Math.max(longer, Math.min(LONGEST_WAIT, NEXT_WAIT * 2 ** (this.tries - 1)));
    const spread = short ? 0.6 : 0.2;
    const ms = Math.round(wait * (1 + spread * (2 * this.browser.chance() - 1)));
    ++this.tries;
    this.status = 'waiting';
    this.retryAt = this.browser.now() + ms;
    this.callOff = this.browser.after(ms, () => this.dial(to));
    this.events.lost(false);
  }

  close(): void {
    this.hangUp();
    this.status = 'off';
  }

  // A dead connection can take minutes to say so: nobody waits for its `close`.
  private hangUp(): void {
    this.callOff();
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  private quiet(): number {
    return this.inGame ? QUIET_IN_GAME : QUIET;
  }

  private watch(): void {
    const due = this.browser.now() + LOOK_EVERY;
    this.callOff = this.browser.after(LOOK_EVERY, () => {
      const now = this.browser.now();
      const late = now - due > LOOK_EVERY; // the page slept or was busy: what has come meanwhile is heard first
      if (!late && this.deadline && now >= this.deadline) {
        this.patience = Math.min(PATIENCE_MOST, 2 * this.patience);
        return this.drop();
      }
      if (now - this.openedAt > STEADY) this.patience = PATIENCE;
      this.watch();
      if (!this.deadline && now - this.heardAt >= this.quiet()) this.probe();
    });
  }
}
