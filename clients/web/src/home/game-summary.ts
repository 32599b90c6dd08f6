// What a list says about a finished or running game.
import type { RecentGame } from '../solo/games';
import { href } from '../ui/route.svelte';
import { currentLanguage, t } from '../words/words.svelte';

export function gameHref(game: RecentGame): string {
  if (game.running) return href('play', game.id);
  return href('replay', game.kind === 'solo' ? 'solo' : 'game', game.id);
}

export function gameResult(game: RecentGame): string {
  if (game.running) return t('web.home.unfinished');
  const winners = game.champions.map((seat) => game.seats[seat - 1]?.name);
  if (winners.includes('')) return t('web.home.you_won');
  const names = winners.filter((name) => name !== undefined);
  return names.length ? t('web.home.won', names.join(', ')) : t('web.home.ended');
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [['day', 86_400_000], ['hour', 3_600_000], ['minute', 60_000]];
const LONG_AGO = 7 * 86_400_000;

// "hace 5 minutos"; a date when it is more than a week ago.
export function ago(when: number, now = Date.now()): string {
  const passed = Math.max(0, now - when);
  if (passed > LONG_AGO) return new Date(when).toLocaleDateString(currentLanguage(), { day: 'numeric', month: 'long' });
  const relative = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto' });
  const [unit, length] = STEPS.find(([, span]) => passed >= span) ?? ['minute', 60_000];
  return relative.format(-Math.floor(passed / length), unit);
}
