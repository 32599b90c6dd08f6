// The page's one connection, as state that components draw. What is told once and not kept by the server (chat, the
// promise before a hand) is looked after here.
import { announce } from '../ui/announce.svelte';
import { parseRoute } from '../ui/route.svelte';
import { say, t } from '../words/words.svelte';
import { browserOutside, browserSha256, browserStore, wakeUps } from './browser';
import { chatText } from './chat';
import { Connection, type State } from './connection';
import { judge, note, seal, toReveal, type Noted, type Verdict } from './fair';
import { news } from './lobby';
import { leftForGood } from './proposal';
import type { Chat, Reply, Room } from './protocol';

export const connection = new Connection(browserOutside(), browserStore());
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
let judged = ''; // the secret that `verdict` is about
const drawer = (code: string): string => `comodin.fair.${code}`;

// A page that is loaded again in the middle of a hand still knows what it was promised.
function keepNoted(code: string): void {
  sessionStorage.setItem(drawer(code), JSON.stringify({ noted, judged, verdict }));
}

function fetchNoted(code: string): void {
  [noted, judged, verdict] = [null, '', null];
  const kept = sessionStorage.getItem(drawer(code));
  if (kept && code) ({ noted, judged, verdict } = JSON.parse(kept) as Kept);
}
interface Kept {
  noted: Noted | null;
  judged: string;
  verdict: Verdict | null;
}

function followDeal(now: Room, code: string, seat: number): void {
  const ended = now.stage === 'between' || now.stage === 'over';
  if (ended && now.last && now.last.secret !== judged) {
    judged = now.last.secret;
    void judge(noted, now, seat, browserSha256()).then((result) => {
      verdict = result;
      keepNoted(code);
    });
  }
  if (!now.last) verdict = null;
  noted = note(noted, now, seat);
  keepNoted(code);
  const nonce = toReveal(noted, now, seat);
  if (nonce) void connection.ask('reveal', { nonce });
}

// Ready for the next hand, with a number of one's own where this page can make one.
export async function sayReady(): Promise<Reply> {
  noted = await seal(noted, browserSha256(), crypto.getRandomValues(new Uint8Array(32)));
  keepNoted(connection.state.code);
  return connection.ask('ready', noted?.own ? { commit: noted.own.commit } : {});
}

// ---- what changes ----------------------------------------------------------------------------------

function changed(now: State): void {
  const before = state;
  state = now;
  if (now.code !== before.code) {
    fetchNoted(now.code);
    [feed, unread] = [[], 0];
  }
  if (now.lost && !before.lost) announce(t('web.room.lost'));
  if (!now.lost && before.lost && now.line === 'on') announce(t('web.room.back_again'));
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
let muted = $state.raw(localStorage.getItem(MUTED) !== null);
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
    if (on) localStorage.setItem(MUTED, '1');
    else localStorage.removeItem(MUTED);
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
