// A room's clock in words, in the form and on its sign.
import { t, tn } from '../../words/words.svelte';

export function clockText(seconds: number): string {
  if (!seconds) return t('web.room.no_clock');
  return seconds < 120 || seconds % 60 ? tn('web.room.seconds', seconds) : tn('web.room.minutes', seconds / 60);
}
