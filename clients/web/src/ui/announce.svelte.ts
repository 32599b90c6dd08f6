// What a screen reader speaks: one polite live region for the whole page (App.svelte draws it).
let lines = $state.raw<string[]>([]);

export const announced = (): string[] => lines;

export function announce(text: string): void {
  if (text) lines = [...lines.slice(-5), text];
}
