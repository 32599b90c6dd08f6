// To the workshop and back: it is told which room one comes from, and leaves the rule that is meant for it here.
import { passing } from '../ui/store.svelte';

const ROOM = 'comodin.room';
const RULE = 'comodin.proposal';

export const toWorkshop = (code: string): void => void passing.set(ROOM, code);
export const cameFrom = (): string => passing.get(ROOM) ?? '';
export const leftForGood = (): void => passing.remove(ROOM);

export const propose = (rule: string): void => void passing.set(RULE, rule);
export const proposal = (): string => passing.get(RULE)?.trim() ?? '';
export const proposalUsed = (): void => passing.remove(RULE);
