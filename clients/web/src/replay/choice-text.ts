// Moves of a record in words: what somebody chose, said to others.
import type { EditionInfo } from '../engine/api';
import type { Move, Seat, View } from '../table/wire';
import { cardName, colorName, moveParts, moveText, seatName, type Speaker } from '../words/game';
import { t } from '../words/words.svelte';

// "quedársela", "draw a card": comes after "Lola chose to".
export function choiceText(move: Move, view: View, seat: Seat, to: Speaker, powers: EditionInfo['powers']): string {
  const parts = moveParts(move);
  switch (parts.verb) {
    case 'challenge': return t('web.replay.did.challenge');
    case 'color': return t('web.replay.did.color', colorName(parts.color));
    case 'power': return t('web.replay.did.power', colorName(parts.power));
    case 'vote': return parts.vote ? t('web.replay.did.vote_yes') : t('web.replay.did.vote_no');
    case 'stop': return t('web.replay.did.stop');
    case 'confirm': return t('web.replay.did.confirm');
    case 'choose': return t('web.replay.did.choose', moveText(move, view, to, powers));
    default: break;
  }
  if (seat === to.you) return moveText(move, view, to, powers);
  switch (parts.verb) {
    case 'keep': return t('web.replay.did.keep');
    case 'jump': return t('web.replay.did.jump', parts.card ? cardName(parts.card) : '');
    case 'give': return t('web.replay.did.give', seatName(parts.number, to));
    default: return moveText(move, view, to, powers);
  }
}

export const hundredths = (chance: number): number => Math.round(100 * Math.abs(chance));

// Names that several seats share are followed by the seat's number.
export const distinct = (names: string[]): string[] =>
  names.map((name, i) => (names.filter((other) => other === name).length > 1 ? `${name} ${i + 1}` : name));
