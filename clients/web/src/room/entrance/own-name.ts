// The name under which somebody sits down: kept from last time, typed, or offered.
import { cleanName } from '../../settings/name';
import { saveSettings, settings } from '../../settings/settings.svelte';
import { t } from '../../words/words.svelte';

export const guestNames = (): string[] => t('web.room.guests').split(', ');

// '' if the name was taken as one's own from now on; else what is wrong with it.
export function keepName(name: string): string {
  const clean = cleanName(name);
  if (!clean) return t('web.room.name.blank');
  settings.name = clean;
  saveSettings();
  return '';
}
