// The page's one connection, as state that components draw. What the server says once and does not keep (chat, the
// promise before a hand) is kept here.
import type { Bubble } from '../board/bubbles';
import { withEngine } from '../engine/engines';
import type { Seat } from '../table/wire';
import { announce } from '../ui/announce.svelte';
import { parseRoute } from '../ui/route.svelte';
import { lasting, passing, readJson } from '../ui/store.svelte';
import { say, t } from '../words/words.svelte';
import { thisBrowser, drawNumber, wakeUps } from './connection/browser';
import { bubbleText, chatText, shownFor } from './chat/chat';
import { Connection, isOffline, type ConnectionState } from './connection/connection';
import { promiseAfter, seal, toReveal, type Noted } from './fair/promise';
import { news } from './lobby/lobby';
import { leftForGood } from './lobby/proposal';
import { forgetRoom, noteRoom } from './left';
import type { Chat, Reply, Room, RoomSeat } from './connection/protocol';
import { verify, type Verdict } from './fair/verify';
import { Witness, type ShownHand } from './fair/witness';

export const connection = new Connection(thisBrowser(), lasting);
wakeUps(connection);

// Going to the workshop to write a rule for this room does not leave it; going anywhere else does.
addEventListener('hashchange', () => {
  const { page } = parseRoute(location.hash);
  if (page === 'room' || page === 'workshop') return;
  connection.close();
  leftForGood();
});

let state = $state.raw<ConnectionState>(connection.state);
let verdict = $state.raw<Verdict | null>(null);
let betweenSince = $state.raw(0); // when the hand ended, if the player was there; 0: unknown
let feed = $state.raw<ChatLine[]>([]);
let unread = $state.raw(0);
let said = $state.raw<ReadonlyMap<Seat, Bubble>>(new Map());
let lost = new Set<Seat>(); // seats whose people were there and are without connection

export interface ChatLine extends Chat {
  id: number;
}

export const room = {
  get state(): ConnectionState {
    return state;
  },
  get verdict(): Verdict | null {
    return verdict;
  },
  get betweenSince(): number {
    return betweenSince;
  },
  get online(): boolean {
    return state.entered || state.moving;
  },
};

// ---- the fair deal ---------------------------------------------------------------------------------

let noted: Noted | null = null;
let judged = ''; // what `verdict` is about
let witness = new Witness();
const drawer = (code: string): string => `comodin.fair.${code}`;

interface Kept {
  noted: Noted | null;
  judged: string;
  verdict: Verdict | null;
  game: string;
  hands: ShownHand[];
}
const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && Array.isArray((value as Partial<Kept>).hands);

// A page that is reloaded in the middle of a game still knows what it was promised and what it has seen. Everything is
// written only when the page goes away, because it can be megabytes.
function keepDeal(code: string, all = false): void {
  const { game, hands } = witness;
  if (code) passing.set(drawer(code), JSON.stringify({ noted, judged, verdict, game, hands: all ? hands : [] }));
}
addEventListener('pagehide', () => keepDeal(connection.state.code, true));

function fetchDeal(code: string): void {
  witness = new Witness();
  const kept = code ? readJson(passing, drawer(code), isKept) : null;
  [noted, judged, verdict] = [kept?.noted ?? null, kept?.judged ?? '', kept?.verdict ?? null];
  [witness.game, witness.hands] = [kept?.game ?? '', kept?.hands ?? []];
}

function followDeal(now: Room, code: string, seat: number): void {
  witness.look(now);
  const about = `${now.game ?? ''} ${now.hands ?? 0} ${now.stage === 'over' ? 'over' : ''}`;
  const ended = now.stage === 'between' || now.stage === 'over';
  if (ended && about !== judged) {
    judged = about;
    void judgeDeal(now, code);
  }
  if (now.stage === 'lobby') [verdict, judged] = [null, ''];
  noted = promiseAfter(noted, now, seat);
  keepDeal(code);
  const nonce = toReveal(noted, now, seat);
  if (nonce) void reveal(nonce);
}

async function reveal(nonce: string): Promise<void> {
  const reply = await connection.ask('reveal', { nonce });
  if (reply.type === 'ack' && noted?.own?.nonce === nonce) noted = { ...noted, own: { ...noted.own, told: true } };
}

// Compares the remaining hands with the record as it is now. A hand once found broken stays reported.
async function judgeDeal(now: Room, code: string): Promise<void> {
  const { game } = witness;
  const found = await judgeHands(now, witness.unjudged());
  if (connection.state.code !== code || witness.game !== game) return;
  if (verdict?.says !== 'broken') verdict = found;
  if (found.says === 'broken') announce(t('web.room.fair.broken'));
  keepDeal(code);
}

async function judgeHands(now: Room, hands: ShownHand[]): Promise<Verdict> {
  const hand = now.hands ?? 0;
  if (!now.open && now.stage !== 'over') return { says: 'later', hand };
  if (verdict?.says !== 'broken') verdict = { says: 'checking', hand };
  const reply = await connection.ask('record');
  if (reply.type !== 'record') return { says: isOffline(reply) ? 'failed' : 'no_record', hand };
  try {
    const found = await withEngine((engine) => verify(hands, now.game ?? '', reply.record, now.last, engine));
    witness.judged(hands);
    return found;
  } catch {
    return { says: 'failed', hand };
  }
}

// Ready for the next hand, with a random number of our own if this page can make one.
export async function sayReady(): Promise<Reply> {
  const own = noted?.own ?? (await drawNumber());
  noted = seal(noted, own);
  keepDeal(connection.state.code);
  return connection.ask('ready', own && noted ? { commit: own.commit } : {});
}

// ---- what changes ----------------------------------------------------------------------------------

const isGone = (one: RoomSeat): boolean => one.who === 'person' && !one.here;

// The first page leads back here for as long as there is something to come back to.
function remember({ seat, stood }: ConnectionState, { room: code, stage, edition }: Room): void {
  if (!seat && !stood) forgetRoom(code);
  else if (stage === 'over') forgetRoom(code);
  else noteRoom({ code, edition, stage: stage === 'lobby' ? 'lobby' : 'game', when: Date.now() });
}

function changed(now: ConnectionState): void {
  const before = state;
  state = now;
  if (now.code !== before.code) {
    fetchDeal(now.code);
    [feed, unread, said] = [[], 0, new Map()];
    lost = new Set();
  }
  if (now.gone) forgetRoom(now.code);
  if (now.lost && !before.lost) announce(t('web.room.lost'));
  if (!now.lost && before.lost && now.line === 'on') announce(t('web.room.back_again'));
  if (now.told && now.told !== before.told) witness.see(now.told, noted, now.seat);
  if (!now.room || now.room === before.room) return;
  if (now.room.stage !== before.room?.stage)
    betweenSince = now.room.stage === 'between' && before.room ? Date.now() : 0;
  if (before.room?.room !== now.room.room) lost = new Set(now.room.seats.filter(isGone).map((one) => one.seat));
  else
    for (const { what, name } of news(before.room, now.room, now.seat, lost))
      announce(say('web.room.news.' + what, name));
  remember(now, now.room);
  followDeal(now.room, now.code, now.seat);
}
connection.onchange = changed;

// ---- chat --------------------------------------------------------------------------------------------

const MUTED = 'comodin.chat.muted';
const FEED_MOST = 60;
let muted = $state.raw(lasting.get(MUTED) !== null);
let readers = 0; // parts of the page that show the chat now
let lines = 0;

export const chat = {
  get feed(): ChatLine[] {
    return feed;
  },
  get unread(): number {
    return unread;
  },
  get muted(): boolean {
    return muted;
  },
  mute(on: boolean): void {
    muted = on;
    if (on) lasting.set(MUTED, '1');
    else lasting.remove(MUTED);
  },
  // What somebody has just said, at their seat.
  get said(): ReadonlyMap<Seat, Bubble> {
    return said;
  },
  // Somebody reads: what arrives until the returned function is called counts as read.
  look(): () => void {
    ++readers;
    unread = 0;
    return () => void --readers;
  },
};

connection.onchat = (line) => {
  if (muted && line.seat !== state.seat) return;
  feed = [...feed.slice(1 - FEED_MOST), { ...line, id: ++lines }];
  bubble(line);
  if (line.seat === state.seat) return;
  if (!readers) ++unread;
  announce(t('web.room.said', line.name, chatText(line)));
};

const silence = new Map<Seat, ReturnType<typeof setTimeout>>();
function bubble(line: Chat): void {
  clearTimeout(silence.get(line.seat));
  said = new Map([...said, [line.seat, { text: bubbleText(line) }]]);
  const hush = (): void => {
    said = new Map([...said].filter(([seat]) => seat !== line.seat));
  };
  silence.set(line.seat, setTimeout(hush, shownFor(line)));
}
