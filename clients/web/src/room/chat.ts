// What people say: phrases are words that each page shows in its own language.
import { has, say } from '../words/words.svelte';
import type { Chat } from './protocol';

export function chatText(said: Pick<Chat, 'phrase' | 'text'>): string {
  if (!said.phrase) return said.text ?? '';
  const key = 'web.room.phrase.' + said.phrase;
  return has(key) ? say(key) : said.phrase;
}
