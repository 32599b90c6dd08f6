// Which key does what in a replay.
import type { Viewer } from './replay.svelte';

export type ReplayAct =
  | { do: 'step'; by: 1 | -1 }
  | { do: 'first' }
  | { do: 'last' }
  | { do: 'play' }
  | { do: 'look'; viewer: Viewer };

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey'>;

const CHOICES = '[type="radio"], [type="checkbox"], [type="range"]';

// A key belongs to the field in which somebody types or chooses, and a space to the button that has the focus. Digits
// mean nothing to a radio button.
export function actOf({ key, ctrlKey, altKey, metaKey }: Pressed, on: Element | null): ReplayAct | null {
  if (ctrlKey || altKey || metaKey) return null;
  const field = on?.matches('input, textarea, select');
  if (field && !(/^\d$/.test(key) && on?.matches(CHOICES))) return null;
  if (key === 'ArrowLeft') return { do: 'step', by: -1 };
  if (key === 'ArrowRight') return { do: 'step', by: 1 };
  if (key === 'Home') return { do: 'first' };
  if (key === 'End') return { do: 'last' };
  if (key === ' ') return on?.matches('button, a, summary') ? null : { do: 'play' };
  if (key === '0') return { do: 'look', viewer: -1 };
  return /^[1-9]$/.test(key) ? { do: 'look', viewer: Number(key) } : null;
}
