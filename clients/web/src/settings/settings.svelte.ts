// What one person has chosen, kept in this browser.
export interface Settings {
  language: string; // '': as the browser says
  theme: 'auto' | 'light' | 'dark';
  sound: boolean;
  volume: number; // 0 … 1
  motion: 'auto' | 'less'; // auto: as the system says
  speed: 'fast' | 'normal' | 'slow'; // of bots
  name: string;
  patterns: boolean; // stronger shapes for the colours
}

const KEY = 'comodin.settings';
const usual: Settings = {
  language: '', theme: 'auto', sound: true, volume: 0.6, motion: 'auto', speed: 'normal', name: '', patterns: false,
};

// What is stored may be of another version, or nonsense: only values of the right type are taken.
export function readSettings(text: string | null): Settings {
  const out = { ...usual };
  try {
    const stored: unknown = JSON.parse(text ?? '{}');
    if (typeof stored !== 'object' || stored === null) return out;
    for (const [key, value] of Object.entries(stored))
      if (key in out && typeof value === typeof out[key as keyof Settings]) Object.assign(out, { [key]: value });
  } catch {
    return out;
  }
  out.volume = Math.min(1, Math.max(0, out.volume));
  return out;
}

export const settings: Settings = $state(readSettings(localStorage.getItem(KEY)));

export function saveSettings(): void {
  localStorage.setItem(KEY, JSON.stringify(settings));
}

export function lessMotion(): boolean {
  return settings.motion === 'less' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}
