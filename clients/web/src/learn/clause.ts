// Where a clause of the rules is explained: for links from a refusal. Small on purpose: the board loads it.
import { href } from '../ui/route.svelte';

export const clauseHref = (clause: string, edition: string): string => href('learn', edition, clause);
