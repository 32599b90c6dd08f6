// What a screen reader speaks: one polite live region for the whole page (App.svelte draws it).
import { untrack } from 'svelte';

let lines = $state.raw<string[]>([]);

export const announced = (): string[] => lines;

// What is spoken before is no reason to speak again: an effect that announces would run for ever.
export function announce(text: string): void {
  if (text) lines = [...untrack(() => lines).slice(-5), text];
}
