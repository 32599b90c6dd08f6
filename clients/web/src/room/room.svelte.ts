// The page's one connection, as state that components draw. What is told once and not kept by the server (chat, the
// promise before a hand) is looked after here.
import { announce } from '../ui/announce.svelte';
import { parseRoute } from '../ui/route.svelte';
import { lasting, passing, readJson } from '../ui/store.svelte';
import { say, t } from '../words/words.svelte';
import { browserOutside, drawNumber, wakeUps, withEngine } from './browser';
import { chatText } from './chat';
import { Connection, isOffline, type State } from './connection';
import { note, seal, toReveal, type Noted } from './fair';
import { news } from './lobby';
import { leftForGood } from './proposal';
import type { Chat, Reply, Room } from './protocol';
import { verify, type Verdict } from './verify';
import { Witness, type ShownHand } from './witness';

export const connection = new Connection(browserOutside(), lasting);
wakeUps(connection);

// Who goes to the workshop to write a rule for this room is still in it; who goes elsewhere is not.
addEventListener('hashchange', () => {
  const { page } = parseRoute(location.hash);
  if (page === 'room' || page === 'workshop') return;
  connection.close();
  leftForGood();
});

let state = $state.raw<State>(connection.state);
let verdict = $state.raw<Verdict | null>(null);
let betweenSince = $state.raw(0); // when the hand ended, if one was there; 0: unknown
let feed = $state.raw<ChatLine[]>([]);
let unread = $state.raw(0);

export interface ChatLine extends Chat {
  id: number;
  at: number;
}

export const room = {
  get state(): State {
    return state;
  },
  get verdict(): Verdict | null {
    return verdict;
  },
  get betweenSince(): number {
    return betweenSince;
  },
  get online(): boolean {
    return state.entered;
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

// A page that is loaded again in the middle of a game still knows what it was promised, and what it has seen. All of it
// is written only when the page goes: it may be megabytes.
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
  noted = note(noted, now, seat);
  keepDeal(code);
  const nonce = toReveal(noted, now, seat);
  if (nonce) void reveal(nonce);
}

async function reveal(nonce: string): Promise<void> {
  const reply = await connection.ask('reveal', { nonce });
  if (reply.type === 'ack' && noted?.own?.nonce === nonce) noted = { ...noted, own: { ...noted.own, told: true } };
}

// The hands that were not compared yet, with the record as it is now. What is broken once stays said.
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

// Ready for the next hand, with a number of one's own where this page can make one.
export async function sayReady(): Promise<Reply> {
  const own = noted?.own ?? (await drawNumber());
  noted = seal(noted, own);
  keepDeal(connection.state.code);
  return connection.ask('ready', own && noted ? { commit: own.commit } : {});
}

// ---- what changes ----------------------------------------------------------------------------------

function changed(now: State): void {
  const before = state;
  state = now;
  if (now.code !== before.code) {
    fetchDeal(now.code);
    [feed, unread] = [[], 0];
  }
  if (now.lost && !before.lost) announce(t('web.room.lost'));
  if (!now.lost && before.lost && now.line === 'on') announce(t('web.room.back_again'));
  if (now.told && now.told !== before.told) witness.see(now.told, noted, now.seat);
  if (!now.room || now.room === before.room) return;
  if (now.room.stage !== before.room?.stage)
    betweenSince = now.room.stage === 'between' && before.room ? Date.now() : 0;
  if (before.room && before.room.room === now.room.room)
    for (const { what, name } of news(before.room, now.room, now.seat)) announce(say('web.room.news.' + what, name));
  followDeal(now.room, now.code, now.seat);
}
connection.onchange = changed;

// ---- chat --------------------------------------------------------------------------------------------

const MUTED = 'comodin.chat.muted';
const FEED_MOST = 60;
let muted = $state.raw(lasting.get(MUTED) !== null);
let chatOpen = false;
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
  // Whether it is being looked at: what comes then has been read.
  look(open: boolean): void {
    chatOpen = open;
    if (open) unread = 0;
  },
};

connection.onchat = (said) => {
  if (muted && said.seat !== state.seat) return;
  feed = [...feed.slice(1 - FEED_MOST), { ...said, id: ++lines, at: Date.now() }];
  if (said.seat === state.seat) return;
  if (!chatOpen) ++unread;
  announce(t('web.room.said', said.name, chatText(said)));
};
