// Lays what was chosen on the table, and keeps it for public/look.js, which lays it before anything else is there.
import { lasting } from '../ui/store.svelte';
import type { Tabletop } from './choices';
import { settings } from './settings.svelte';

const KEY = 'comodin.tabletop';
// What a phone colours its bars with, by day and by night.
const bars = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')];
const usual = bars.map((bar) => bar.content);

export async function lay(top: Tabletop): Promise<void> {
  const found = top === 'lagoon' ? null : await import('./tabletops').catch(() => {});
  // It cannot be fetched, and what look.js has laid stays; or another was chosen meanwhile.
  if (found === undefined || settings.tabletop !== top) return;
  const style = found?.styleOf(top) ?? '';
  document.documentElement.style.cssText = style;
  document.documentElement.classList.toggle('tabletop', style !== '');
  const { day, night } = found?.tabletops[top] ?? {};
  bars.forEach((bar, i) => (bar.content = [day, night][i]?.light ?? usual[i] ?? ''));
  if (style) lasting.set(KEY, style);
  else lasting.remove(KEY);
}
