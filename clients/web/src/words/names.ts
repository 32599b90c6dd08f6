// Small parts of sentences, for a game in words and for rules in words.
import { has, say } from './words.svelte';

export const markName = (mark: string): string => (has('mark.' + mark) ? say('mark.' + mark) : mark);
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
