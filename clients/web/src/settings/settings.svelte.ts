// What one person has chosen, kept in this browser.
import { CHOICES } from '../faces/face';
import { lasting } from '../ui/store.svelte';
import { BACKS, TABLETOPS, type Back, type Tabletop } from './choices';
import { cleanName } from './name';

export interface Settings {
  language: string; // '': as the browser says
  theme: 'auto' | 'light' | 'dark';
  tabletop: Tabletop;
  back: Back;
  sound: boolean;
  volume: number; // 0 … 1
  motion: 'auto' | 'less'; // auto: as the system says
  speed: 'fast' | 'normal' | 'slow'; // of bots
  name: string;
  face: number; // one of those to choose from; 0: the one of the name
  patterns: boolean; // stronger shapes for the colours
}

const KEY = 'comodin.settings';
const usual: Settings = {
  language: '', theme: 'auto', tabletop: 'lagoon', back: 'edition', sound: true, volume: 0.6, motion: 'auto',
  speed: 'normal', name: '', face: 0, patterns: false,
};
const choices: Partial<Record<keyof Settings, readonly unknown[]>> = {
  language: ['', 'es', 'en'],
  theme: ['auto', 'light', 'dark'],
  tabletop: TABLETOPS,
  back: BACKS,
  motion: ['auto', 'less'],
  speed: ['fast', 'normal', 'slow'],
  face: Array.from({ length: CHOICES + 1 }, (_, i) => i),
};

// What is stored may come from another version, or be nonsense: only values that could have been chosen are accepted.
export function readSettings(text: string | null): Settings {
  const out = { ...usual };
  try {
    const stored: unknown = JSON.parse(text ?? '{}');
    if (typeof stored !== 'object' || stored === null) return out;
    for (const [key, value] of Object.entries(stored)) {
      if (!Object.hasOwn(usual, key) || typeof value !== typeof usual[key as keyof Settings]) continue;
      const allowed = choices[key as keyof Settings];
      if (!allowed || allowed.includes(value)) Object.assign(out, { [key]: value });
    }
  } catch {
    return out;
  }
  out.name = cleanName(out.name);
  out.volume = Math.min(1, Math.max(0, out.volume));
  return out;
}

export const settings: Settings = $state(readSettings(lasting.get(KEY)));

export const saveSettings = (): boolean => lasting.set(KEY, JSON.stringify(settings));

export const resetSettings = (): void => {
  Object.assign(settings, usual);
};

export function lessMotion(): boolean {
  return settings.motion === 'less' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

// Is there any movement at all: wanted, seen, and known to this browser?
export const moves = (): boolean =>
  !lessMotion() && !document.hidden && typeof Element.prototype.animate === 'function';
