// To the workshop and back: it is told which room one comes from, and leaves the rule that is meant for it here.
const ROOM = 'comodin.room';
const RULE = 'comodin.proposal';

export const toWorkshop = (code: string): void => sessionStorage.setItem(ROOM, code);
export const leftForGood = (): void => sessionStorage.removeItem(ROOM);

export const proposal = (): string => sessionStorage.getItem(RULE)?.trim() ?? '';
export const proposalUsed = (): void => sessionStorage.removeItem(RULE);
