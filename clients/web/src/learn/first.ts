// The first game: its position, and the bots' seed. With this one nearly everything comes up in a dozen turns.
import text from './first.scn?raw';

export const FIRST_SCENARIO = text.split(/^# solution$/m)[0] ?? '';
export const FIRST_EDITION = /^edition (\S+)$/m.exec(text)?.[1] ?? '';
export const FIRST_SEED = '1';
