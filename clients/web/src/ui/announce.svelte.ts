// What a screen reader speaks: one polite live region for the whole page (App.svelte draws it).
import { untrack } from 'svelte';

// A line keeps its number while it is there: one that only moves up must not be spoken again.
interface Line {
  id: number;
  text: string;
}

let lines = $state.raw<Line[]>([]);
let last = 0;

export const announced = (): Line[] => lines;

// What is spoken before is no reason to speak again: an effect that announces would run for ever.
export function announce(text: string): void {
  if (text) lines = [...untrack(() => lines).slice(-5), { id: ++last, text }];
}
