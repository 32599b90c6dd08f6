// When the joke of the joke card is told, and by whom. What is said then is in remarks.ts.
import type { Seat, Told } from '../table/wire';
import { cardParts } from '../words/game';

// The ready rule, or a rule that asks the same.
const ASKS = '"Did you laugh?"';
export const isJoke = (rule: string | undefined): boolean => rule?.trim() === 'joke' || Boolean(rule?.includes(ASKS));

// Who tells a joke now; 0: nobody. A joke card that ends the hand tells none.
export function tellerIn({ events, view }: Pick<Told, 'events' | 'view'>, rules: readonly string[]): Seat | 0 {
  if (view.awaits?.kind !== 'vote') return 0;
  const told = events.find(({ event, card }) =>
    event === 'played' && isJoke(rules[cardParts(card ?? '').custom - 1]));
  return told?.seat ?? 0;
}
