// What a screen reader speaks: one polite live region for the whole page (App.svelte draws it).
import { untrack } from 'svelte';

// A line keeps its number while it is shown: a line that only moves up must not be spoken again.
interface SpokenLine {
  id: number;
  text: string;
}

let lines = $state.raw<SpokenLine[]>([]);
let last = 0;

export const announced = (): SpokenLine[] => lines;

// What was spoken before must not cause speech again: an effect that announces would run for ever.
export function announce(text: string): void {
  if (text) lines = [...untrack(() => lines).slice(-5), { id: ++last, text }];
}
