// A game in words, as words/words.cpp says it: cards, moves, what happened, what is asked, why not.
import type { Card, ColorLetter, ColorWord, Event, Move, Refused, Seat, View } from '../table/wire';
import { dealDraw, type DealDraw, type Taken } from '../table/draw';
import { explainRule } from '../rules/explain';
import { placedFault } from './fault';
import { capital, markName } from './names';
import { has, say, tn } from './words.svelte';

export { capital, markName };

export interface Speaker {
  you: Seat | 0; // the seat that is addressed; 0: nobody at the table
  names: (string | undefined)[]; // of seat 1, 2, …
  rules?: string[]; // on the custom wilds, in order
}

const WORDS: Record<ColorLetter, ColorWord> = { r: 'red', y: 'yellow', g: 'green', b: 'blue' };
export const COLORS: ColorLetter[] = ['r', 'y', 'g', 'b'];
export const colorWord = (letter: ColorLetter): ColorWord => WORDS[letter];
export const letterOf = (word: ColorWord): ColorLetter => word[0] as ColorLetter;

export interface CardParts {
  color: ColorLetter | null; // null: a wild
  symbol: string; // "7", "+2", "s", "v", "W", "W4", "Wc"
  custom: number; // which custom wild; 0: none
}

export function cardParts(card: Card): CardParts {
  const first = card[0] ?? '';
  if (first in WORDS) return { color: first as ColorLetter, symbol: card.slice(1), custom: 0 };
  const custom = /^Wc(\d+)$/.exec(card);
  return custom ? { color: null, symbol: 'Wc', custom: Number(custom[1]) } : { color: null, symbol: card, custom: 0 };
}

const colorText = (color: ColorLetter | ColorWord | null | undefined): string =>
  color ? say('color.' + (color.length === 1 ? WORDS[color as ColorLetter] : color)) : '';
export { colorText as colorName };

export function cardName(card: Card): string {
  const { color, symbol, custom } = cardParts(card);
  let key = /^\d$/.test(symbol) ? 'card.number' : 'card.' + symbol;
  if (!has(key)) key = color ? 'card.other' : 'card.other_wild';
  const feminine = color ? say('color.she.' + WORDS[color]) : '';
  return say(key, colorText(color), feminine, custom || symbol);
}

export const cardNames = (cards: readonly Card[]): string => cards.map(cardName).join(', ');

// What a rule does: a ready one is known by its name, one written at the table is explained from its text.
export const ruleText = (rule: string): string => explainRule(rule);

// What a card does; '' for a number.
export function cardAbout(card: Card, rules: readonly string[] = []): string {
  const { symbol, custom } = cardParts(card);
  if (custom) return ruleText(rules[custom - 1] ?? '');
  return has('about.' + symbol) ? say('about.' + symbol) : '';
}

// What a card asks: texts of ready rules have words in both languages, those of a table stay as written.
export const asked = (text: string): string => (has('asked.' + text) ? say('asked.' + text) : text);

export function seatName(seat: Seat, to: Speaker): string {
  if (seat === to.you) return say('seat.you');
  return to.names[seat - 1] || say('seat.other', seat);
}

// KEY, KEY.you or KEY.me: others among themselves, you to somebody, somebody to you.
function act(key: string, event: Event, to: Speaker, what: string | number = ''): string {
  const seat = event.seat ?? 0;
  let full = key;
  if (seat === to.you) full += '.you';
  else if (event.other && event.other === to.you && has(key + '.me')) full += '.me';
  return capital(say(full, seatName(seat, to), what, event.other ? seatName(event.other, to) : ''));
}

type Wording = (event: Event, to: Speaker, card: string) => string;

const WORDING: Record<string, Wording> = {
  turned: (_, __, card) => say('event.turned', card),
  'passed-over': (_, __, card) => say('event.passed_over', card),
  'put-back': (_, __, card) => say('event.put_back', card),
  played: (e, to, card) => {
    const line = act(e.as === 'jump' ? 'event.jumped' : 'event.played', e, to, card);
    if (!e.color) return line;
    return line + say(e.seat === to.you ? 'event.naming.you' : 'event.naming', colorText(e.color));
  },
  flipped: (e, to, card) => act('event.flipped', e, to, card),
  drew: (e, to, card) => act(card ? 'event.drew_card' : 'event.drew', e, to, card),
  'went-off': (e, to, card) => act('event.went_off', e, to, card),
  threw: (e, to, card) => act(card ? 'event.threw' : 'event.threw_none', e, to, card),
  discarded: (e, to, card) => act('event.discarded', e, to, card),
  gave: (e, to) => act(e.value === 1 ? 'event.gave_one' : 'event.gave', e, to, e.value ?? 0),
  shown: (e, to) => {
    if (!e.cards?.length || e.seat === to.you) return '';
    const [whose, cards] = [seatName(e.seat ?? 0, to), cardNames(e.cards)];
    if (e.to === 'all') return capital(say('event.shown_all', whose, cards));
    if (e.to === to.you) return say('event.shown', whose, cards);
    return capital(say('event.shown_to', whose, cards, seatName(e.to ?? 0, to))); // only where all hands are open
  },
  'drew-nothing': (e, to) => act('event.drew_nothing', e, to),
  kept: (e, to) => act('event.kept', e, to),
  challenged: (e, to) => act(e.guilty ? 'event.challenged' : 'event.challenged_wrongly', e, to),
  called: (e, to) => act('event.called', e, to),
  caught: (e, to) => act('event.caught', e, to),
  swapped: (e, to) => act('event.swapped', e, to),
  voted: (e, to) => act(e.vote ? 'event.voted_yes' : 'event.voted_no', e, to),
  confirmed: (e, to) => act('event.confirmed', e, to),
  chose: (e, to) =>
    typeof e.text === 'string'
      ? act('event.chose', e, to, asked(e.text))
      : act('event.picked', { ...e, other: e.value }, to),
  power: (e, to) => act('event.power', e, to, colorText(e.color)),
  color: (e, to) => (e.seat ? act('event.named', e, to, colorText(e.color)) : ''), // with a play, the play says it
  'lost-turn': (e, to) => act('event.lost_turn', e, to),
  'hands-passed': () => say('event.hands_passed'),
  direction: (e) => say(e.direction === 'left' ? 'event.direction_left' : 'event.direction_right'),
  hyperspeed: (e) => (e.color ? say('event.hyper_on', colorText(e.color)) : say('event.hyper_off')),
  marks: (e, to) => {
    const marks = (e.marks as string[] | undefined) ?? [];
    return marks.length ? act('event.marked', e, to, marks.map(markName).join(', ')) : '';
  },
  'hands-up': (e) => say((e.seats as Seat[] | undefined)?.length ? 'event.hands_up' : 'event.hands_down'),
  reshuffled: () => say('event.reshuffled'),
  ended: (e, to) => (e.seat ? act('event.won', e, to) : say('event.blocked')),
};

// One event in words; '' if it is not worth a line.
export function eventText(event: Event, to: Speaker): string {
  return WORDING[event.event]?.(event, to, event.card ? cardName(event.card) : '') ?? '';
}

// A line of the story, and the event that it is about; of several in a row, the last.
export interface Line {
  text: string;
  event: Event;
}

// The draw for the deal: a line for each round with everybody's card, and who deals.
function drawLines({ rounds, dealer }: DealDraw, to: Speaker): Line[] {
  const round = (taken: Taken[], i: number): Line => {
    const cards = taken.map(({ seat, card }) => `${seatName(seat, to)} ${cardName(card)}`).join(', ');
    const text = say(i ? 'event.draw_again' : 'event.draw_for_deal', cards);
    return { text, event: { event: 'drew-for-deal', cards: taken.map(({ card }) => card) } };
  };
  const deals: Event = { event: 'began', seat: dealer };
  return [...rounds.map(round), { text: act('event.deals', deals, to), event: deals }];
}
export const drawText = (draw: DealDraw, to: Speaker): string[] => drawLines(draw, to).map(({ text }) => text);

// Several events in order; cards that somebody draws in a row are counted.
export function storyLines(events: readonly Event[], to: Speaker): Line[] {
  const draw = dealDraw(events);
  const out: Line[] = draw ? drawLines(draw, to) : [];
  let drawing: Seat = 0;
  let drawn = 0;
  for (const event of events) {
    if (event.event === 'began') {
      out.push({ text: say('event.new_hand'), event: { event: 'began' } }); // about nobody
      drawing = 0;
      continue;
    }
    const text = eventText(event, to);
    if (!text) continue;
    const hidden = event.event === 'drew' && !event.card;
    if (hidden && drawing === event.seat) {
      out[out.length - 1] = { text: act('event.drew_many', event, to, ++drawn), event };
      continue;
    }
    drawing = hidden ? (event.seat ?? 0) : 0;
    drawn = hidden ? 1 : 0;
    out.push({ text, event });
  }
  return out;
}
export const story = (events: readonly Event[], to: Speaker): string[] =>
  storyLines(events, to).map(({ text }) => text);

// Who can be accused of a bluff; 0: nobody.
export function accused(view: View): Seat {
  return view.course.accused ?? 0;
}

// What the game waits for from the viewer.
export function question(view: View, to: Speaker): string {
  if (!view.awaits) return '';
  const { kind } = view.awaits;
  if ((kind === 'vote' || kind === 'confirm') && view.asks?.[0]) return asked(view.asks[0]);
  if (kind === 'challenge') {
    const who = accused(view);
    return who ? say('question.challenge', view.sum ?? 0, seatName(who, to)) : tn('question.hit', view.sum ?? 0);
  }
  if (kind === 'choice' && view.top && cardParts(view.top).custom) return cardAbout(view.top, to.rules);
  return say('question.' + kind);
}

// The same, when it waits for somebody else.
export function waiting(view: View, to: Speaker): string {
  if (!view.awaits) return '';
  return capital(say('waiting.' + view.awaits.kind, seatName(view.awaits.seat, to)));
}

// What a power lets its holder do.
export function powerText(ability: 'gift' | 'double' | 'flip' | 'shield'): string {
  return say('power.' + ability);
}

export interface MoveParts {
  verb: string; // "play", "draw", "choose" …
  card: Card | null; // of play, jump, throw, discard
  color: ColorLetter | null; // named with a wild, or by `color`
  power: ColorWord | null;
  number: number; // of choose; the seat of catch, give, swap; 0: none
  uno: boolean;
  vote: boolean; // of vote: yes
}

// "play Wp g power red uno" taken apart.
export function moveParts(move: Move): MoveParts {
  const words = move.split(' ');
  const verb = words[0] ?? '';
  const out: MoveParts = { verb, card: null, color: null, power: null, number: 0, uno: false, vote: false };
  let rest = words.slice(1);
  if (['play', 'jump', 'throw', 'discard'].includes(verb)) {
    out.card = rest[0] && rest[0] !== 'none' ? rest[0] : null;
    rest = rest.slice(1);
  }
  for (let i = 0; i < rest.length; ++i) {
    const word = rest[i] ?? '';
    if (word === 'uno') out.uno = true;
    else if (word === 'power') out.power = rest[++i] as ColorWord;
    else if (word in WORDS) out.color = word as ColorLetter;
    else if (word === 'yes') out.vote = true;
    else if (/^\d+$/.test(word)) out.number = Number(word);
    else if (verb === 'power') out.power = word as ColorWord;
  }
  return out;
}

// A move as a button says it. `abilities`: what each power does in this edition.
export function moveText(
  move: Move, view: View, to: Speaker,
  abilities: Partial<Record<ColorWord, 'gift' | 'double' | 'flip' | 'shield'>> = {},
): string {
  const m = moveParts(move);
  const card = m.card ? cardName(m.card) : '';
  switch (m.verb) {
    case 'play':
    case 'jump': {
      let line = say(m.verb === 'play' ? 'move.play' : 'move.jump', card);
      if (m.power) line += say('move.with_power', colorText(m.power));
      if (m.color) line += say('move.with_color', colorText(m.color));
      return m.uno ? line + say('move.with_uno') : line;
    }
    case 'keep': return say((view.drawn?.length ?? 0) > 1 ? 'move.keep_all' : 'move.keep');
    case 'accept': return tn('move.accept', view.sum ?? 0);
    case 'color': return colorText(m.color);
    case 'power': {
      const ability = m.power ? abilities[m.power] : undefined;
      return say('move.power', colorText(m.power), ability ? powerText(ability) : '');
    }
    case 'throw': return m.card ? say('move.throw', card) : say('move.throw_none');
    case 'discard': return say('move.discard', card);
    case 'vote': return say(m.vote ? 'move.yes' : 'move.no');
    case 'choose': return asked(view.asks?.[m.number - 1] ?? '') || seatName(m.number, to);
    case 'swap':
    case 'catch':
    case 'give': return say('move.' + m.verb, seatName(m.number, to));
    default: return say('move.' + m.verb);
  }
}

// Why something was refused: a fault of the table, or a rule of the game. A newer server may have others.
export function reasonText({ why, fault, text }: Pick<Refused, 'why' | 'fault' | 'text'>): string {
  if (fault && has('fault.' + fault.code)) return placedFault(fault);
  const rule = 'fault.refusal.' + why;
  return has(rule) ? say(rule) : (text ?? why);
}

// The same, with the clause it rests on.
export function refusalText(refused: Omit<Refused, 'type'>): string {
  const why = reasonText(refused);
  return refused.clause ? say('refusal', why, refused.clause) : why;
}
