// What a bot's level is called, in the reader's language; any other name stands for itself.
import { has, say } from './words.svelte';

export function levelTitle(level: string): string {
  const key = `bot.${level}.title`;
  return has(key) ? say(key) : level;
}
