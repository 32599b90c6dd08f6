// The back that somebody chose for the cards at their table; null: each edition's own. Only who chose one fetches it.
import type { Component } from 'svelte';
import type { Back } from '../settings/choices';
import type { Drawn } from './backs';

interface Own {
  Drawing: Component<{ back: Drawn }>;
  back: Drawn;
}
let own = $state.raw<Own | null>(null);
let wanted: Back = 'edition';
export const ownBack = (): Own | null => own;

export async function turnTo(back: Back): Promise<void> {
  wanted = back;
  const found = back === 'edition' ? null :
    await import('./BackDrawing.svelte').then(({ default: Drawing }) => ({ Drawing, back }), () => null);
  if (wanted === back) own = found;
}
