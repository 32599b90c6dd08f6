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
  connect(): Socket;
  now(): number; // milliseconds
  after(ms: number, act: () => void): () => void; // returns a function that cancels it
  chance(): number; // 0 … 1
}

export interface LineEvents {
  opened(): void;
  heard(text: string): void;
  lost(): void;
}

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;
const CONNECT_LIMIT = 10_000; // a connection that is not made by then is given up
const LOOK_EVERY = 2000;
const QUIET = 25_000; // after this much silence we ask whether the other side is still there
const DEAF = 8000; // and it has this long to answer

export class Line {
  status: 'off' | 'connecting' | 'on' | 'waiting' = 'off';
  retryAt = 0; // while waiting
  private socket: Socket | null = null;
  private tries = 0;
  private callOff: () => void = () => {};
  private heardAt = 0;
  private askedAt = 0; // 0: no answer is outstanding

  constructor(
    private readonly browser: Browser,
    private readonly events: LineEvents,
    private readonly probe: () => void,
  ) {}

  open(): void {
    if (this.status === 'connecting' || this.status === 'on') return;
    this.callOff();
    this.status = 'connecting';
    const socket = this.browser.connect();
    this.socket = socket;
    this.callOff = this.browser.after(CONNECT_LIMIT, () => this.drop());
    socket.onopen = () => {
      this.status = 'on';
      this.heardAt = this.browser.now();
      this.askedAt = 0;
      this.callOff();
      this.watch();
      this.events.opened();
    };
    socket.onmessage = ({ data }) => {
      this.heardAt = this.browser.now();
      this.askedAt = 0;
      if (typeof data === 'string') this.events.heard(data);
    };
    socket.onclose = () => this.drop();
  }

  // The other side works, so waiting times start again from the shortest.
  settled(): void {
    this.tries = 0;
  }

  send(text: string): void {
    if (this.status !== 'on') return;
    this.askedAt ||= this.browser.now();
    this.socket?.send(text);
  }

  // The network is back, or somebody is looking at the page again: no more waiting.
  wake(): void {
    const silence = this.status === 'on' ? this.browser.now() - this.heardAt : 0;
    if (silence > QUIET + DEAF + LOOK_EVERY) this.drop(); // the page slept, so nobody has looked after the line
    if (this.status === 'waiting') this.open();
    else if (silence > LOOK_EVERY) this.probe();
  }

  // The socket is lost. We reconnect after a wait that grows each time, with some jitter.
  drop(longer = 0): void {
    if (this.status === 'off') return;
    this.hangUp();
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries++);
    const ms = Math.round(Math.max(wait, longer) * (0.8 + 0.4 * this.browser.chance()));
    this.status = 'waiting';
    this.retryAt = this.browser.now() + ms;
    this.callOff = this.browser.after(ms, () => this.open());
    this.events.lost();
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

  private watch(): void {
    this.callOff = this.browser.after(LOOK_EVERY, () => {
      const now = this.browser.now();
      if (this.askedAt && now - this.askedAt > DEAF) return this.drop();
      this.watch();
      if (!this.askedAt && now - this.heardAt > QUIET) this.probe();
    });
  }
}
