// Why the server refused something, in words: as the catalogue has it, and a few refusals of this page's own.
import type { Refused } from '../../table/wire';
import { refusalText } from '../../words/game';
import { has, say } from '../../words/words.svelte';
import type { Reply } from './protocol';

export function whyNot(refused: Refused): string {
  const own = 'web.room.refusal.' + refused.why;
  const why = refusalText(refused);
  return has(own) ? say(own, why) : why;
}

// '' if it was done.
export const trouble = (reply: Reply): string => (reply.type === 'refused' ? whyNot(reply) : '');
