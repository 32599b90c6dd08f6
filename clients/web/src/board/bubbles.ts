// What somebody says without playing a card: the colour of a first or a turned wild, what a custom card asks, who is
// picked, yes or no.
import type { ColorLetter, Event, Seat } from '../table/wire';
import { asked, capital, colorName, seatName, type Speaker } from '../words/game';
import { t } from '../words/words.svelte';

export interface Bubble {
  text: string;
  color?: ColorLetter;
  long?: boolean; // several lines of text
  stays?: boolean; // until something else is said, or it is taken away
  aside?: boolean; // not part of the game: one at a time, and none while the viewer is asked something
}

export const LASTS = 2600; // milliseconds
export const MORE: Bubble = { text: '…' }; // what is said stands elsewhere

function said(event: Event, to: Speaker): Bubble | null {
  if (event.event === 'color' && event.color) return { text: capital(colorName(event.color)), color: event.color };
  if (event.event === 'voted') return { text: capital(t(event.vote ? 'move.yes' : 'move.no')) };
  if (event.event !== 'chose') return null;
  return { text: typeof event.text === 'string' ? capital(asked(event.text)) : `→ ${seatName(event.value ?? 0, to)}` };
}

// By seat; the last if there are several.
export function bubblesOf(events: readonly Event[], to: Speaker): Map<Seat, Bubble> {
  const out = new Map<Seat, Bubble>();
  for (const event of events) {
    const bubble = event.seat ? said(event, to) : null;
    if (bubble && event.seat) out.set(event.seat, bubble);
  }
  return out;
}
