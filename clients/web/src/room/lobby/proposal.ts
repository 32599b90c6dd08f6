// To the workshop and back: the workshop learns which room sent the player, and leaves its rule here for that room.
import { passing } from '../../ui/store.svelte';

const ROOM = 'comodin.room';
const RULE = 'comodin.proposal';

export const toWorkshop = (code: string): void => void passing.set(ROOM, code);
export const cameFrom = (): string => passing.get(ROOM) ?? '';
export const leftForGood = (): void => passing.remove(ROOM);

export const propose = (rule: string): void => void passing.set(RULE, rule);
export const proposal = (): string => passing.get(RULE)?.trim() ?? '';
export const proposalUsed = (): void => passing.remove(RULE);
