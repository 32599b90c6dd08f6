// Why the server refused something, in words. The game's own refusals are in the catalogue already.
import type { Refused } from '../table/wire';
import { refusalText } from '../words/game';
import { has, say } from '../words/words.svelte';
import type { Reply } from './protocol';

export function whyNot(refused: Refused): string {
  const key = 'web.room.refusal.' + refused.why;
  if (refused.clause || !has(key)) return refusalText(refused);
  // The server says where a rule or a setting went wrong.
  const exact = refused.why === 'bad_rule' || refused.why === 'bad_setting';
  return exact ? say(key, refused.text) : say(key);
}

// '' if it was done.
export const trouble = (reply: Reply): string => (reply.type === 'refused' ? whyNot(reply) : '');
