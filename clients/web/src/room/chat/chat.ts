// What people say: phrases are words that each page shows in its own language.
import { has, say } from '../../words/words.svelte';
import type { Chat } from '../connection/protocol';

export function chatText(said: Pick<Chat, 'phrase' | 'text'>): string {
  if (!said.phrase) return said.text ?? '';
  const key = 'web.room.phrase.' + said.phrase;
  return has(key) ? say(key) : said.phrase;
}

const BUBBLE_MOST = 48; // characters; the chat has the rest

// The same, short enough for a seat.
export function bubbleText(said: Pick<Chat, 'phrase' | 'text'>): string {
  const text = [...chatText(said)];
  return text.length > BUBBLE_MOST ? text.slice(0, BUBBLE_MOST - 1).join('').trimEnd() + '…' : text.join('');
}

// Milliseconds: longer ones take longer to read.
export const shownFor = (said: Pick<Chat, 'phrase' | 'text'>): number => 3500 + 60 * [...bubbleText(said)].length;
