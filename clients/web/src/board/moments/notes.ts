// What happened to you, and what a moment says: words for both.
import type { EditionInfo } from '../../engine/api';
import type { ColorLetter, Event, Seat, View } from '../../table/wire';
import { capital, cardAbout, colorName, markName, powerText, seatName, type Speaker } from '../../words/game';
import { say, t } from '../../words/words.svelte';
import { allMoments, cause, customOf, type Kind, type Moment } from './moments';

type Text = (m: Moment, to: Speaker, edition: EditionInfo) => string;

const powerOf = (color: ColorLetter | null, edition: EditionInfo): string => {
  const found = Object.entries(edition.powers).find(([word]) => word[0] === color);
  return found ? powerText(found[1]) : '';
};
// Who is to draw, and how many; what is drawn besides something else is "more".
const draws = (key: 'web.moment.takes' | 'web.moment.more'): Text => (m, to) => {
  const loser = m.kind === 'judged' && !m.yes ? m.from : m.to;
  return say(loser === to.you ? `${key}.you` : key, named(loser, to), m.count);
};
const takes = draws('web.moment.takes');
const named = (seat: Seat, to: Speaker): string => capital(seatName(seat, to));

// What stands large over the table, and below it.
const TITLES: Partial<Record<Kind, Text>> = {
  creeper: () => t('web.moment.creeper'),
  hyper: () => t('web.moment.hyper'),
  streams: () => t('web.moment.streams'),
  judged: (m) => t(m.yes ? 'web.moment.bluff' : 'web.moment.honest'),
  custom: (m, to) => named(m.from, to),
  power: (m) => capital(t('web.moment.power', colorName(m.color))),
  uno: () => t('web.moment.uno'),
  caught: () => t('web.moment.caught'),
};
const SUBS: Partial<Record<Kind, Text>> = {
  creeper: draws('web.moment.more'),
  judged: takes,
  caught: takes,
  brake: () => t('event.hyper_off'),
  hyper: (m) => t('web.moment.hyper.does', colorName(m.color)),
  streams: () => t('web.moment.streams.does'),
  power: (m, _, edition) => capital(powerOf(m.color, edition)),
  custom: (m, to) => cardAbout(m.cards[0] ?? '', to.rules),
};
export const title = (m: Moment, to: Speaker, edition: EditionInfo): string => TITLES[m.kind]?.(m, to, edition) ?? '';
export const sub = (m: Moment, to: Speaker, edition: EditionInfo): string => SUBS[m.kind]?.(m, to, edition) ?? '';
// Spoken, where it does not move: the log says who did what.
export const spoken = (m: Moment, to: Speaker, edition: EditionInfo): string => {
  const [large, small] = [title(m, to, edition), sub(m, to, edition)];
  return large && small ? `${large}${/[.!?]$/.test(large) ? '' : ':'} ${small}` : large + small;
};

// What met you, by the kind of the moment that it was.
const KEY: Partial<Record<Kind, string>> = {
  creeper: 'creeper', four: 'four', hit: 'hit', stack: 'stack', skip: 'skip', zoom: 'zoom', caught: 'caught',
};
const met: Text = (m, to) => {
  const key = KEY[m.kind];
  if (!key || m.to !== to.you) return '';
  const nobody = ['hit', 'skip'].includes(key) && !m.from ? '.nobody' : '';
  return say(`web.note.${key}${nobody}`, named(m.from, to), m.count);
};
const judged: Text = (m, to) => {
  if (m.kind !== 'judged' || (m.from !== to.you && m.to !== to.you)) return '';
  const key = `web.note.${m.yes ? 'bluff' : 'honest'}${m.from === to.you ? '.you' : '.me'}`;
  return say(key, named(m.from, to), m.count, named(m.to, to));
};
const robbed: Text = (m, to) =>
  m.kind === 'power' && m.from === to.you && m.to !== to.you
    ? t('web.note.robbed', named(m.to, to), colorName(m.color)) : '';
const ruled: Text = (m, to) =>
  m.kind === 'custom' && m.from !== to.you
    ? t('web.note.rule', named(m.from, to), cardAbout(m.cards[0] ?? '', to.rules)) : '';

// Events that are no moment, but meet you all the same.
const MEETS: Record<string, (event: Event, to: Speaker, events: readonly Event[], at: number) => string> = {
  gave: (e, to) => (e.other === to.you ? say(`web.note.gave${e.value === 1 ? '.one' : '.other'}`, e.value ?? 0,
    named(e.seat ?? 0, to)) : ''),
  swapped: (e, to) => (e.other === to.you ? t('web.note.swapped', named(e.seat ?? 0, to)) : ''),
  'hands-passed': () => t('web.note.passed'),
  marks: (e, to) => {
    const last = (e.marks as string[] | undefined)?.at(-1);
    return e.seat === to.you && last ? t('web.note.marked', markName(last)) : '';
  },
};

export interface Notable {
  events: readonly Event[];
  before: View | null;
  view: View;
}

export interface Note {
  text: string; // '': nothing met you
  bad: boolean; // it cost you something
}

// Nobody loses by reading a rule, by another's wrong challenge, or by another hand.
const loses = (m: Moment, you: Seat | 0): boolean =>
  m.kind === 'judged' ? (m.yes ? m.to : m.from) === you : m.kind !== 'custom';
const KIND = ['swapped', 'hands-passed'];

// The lines that matter most to you, two at most.
export function note(telling: Notable, to: Speaker, edition: EditionInfo): Note {
  if (!to.you) return { text: '', bad: false };
  const of = allMoments(telling).flatMap((m) =>
    [met, judged, robbed, ruled].map((line) => ({ text: line(m, to, edition), bad: loses(m, to.you) })));
  const more = telling.events.map((event, at) => ({
    text: MEETS[event.event]?.(event, to, telling.events, at) ?? '', bad: !KIND.includes(event.event),
  }));
  const lines = [...of, ...more].filter(({ text }) => text);
  const own = telling.events.findIndex((one) => one.event === 'drew' && one.seat === to.you);
  if (!lines.length && own >= 0) lines.push({ text: byCard(telling, to, own), bad: true });
  const told = lines.slice(0, 2);
  return { text: told.map(({ text }) => text).join('. '), bad: told.some(({ bad }) => bad) };
}

// Cards that you drew because of what somebody else laid or threw.
function byCard({ events }: Notable, to: Speaker, at: number): string {
  const by = cause(events, at);
  const drawn = events.filter((one) => one.event === 'drew' && one.seat === to.you).length;
  if (by?.seat && by.seat !== to.you && customOf(by.card)) return t('web.note.draws', named(by.seat, to), drawn);
  const threw = events.slice(0, at).find((one) => one.event === 'threw' && one.card);
  return threw ? t('web.note.missed', drawn) : '';
}
