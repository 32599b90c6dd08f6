// Which key does what, wherever the focus is on the board.
export type BoardAct =
  | 'uno' | 'catch' | 'draw' | 'flip' | 'give' | 'jump' | 'hint' | 'log' | 'help' | 'order' | 'back' | 'hand';

const KEYS: Record<string, BoardAct> = {
  u: 'uno', c: 'catch', d: 'draw', ' ': 'draw', f: 'flip', g: 'give', j: 'jump', h: 'hint', l: 'log', '?': 'help',
  o: 'order', Escape: 'back', m: 'hand',
};

export interface Pressed {
  key: string;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
  repeat: boolean;
}

// `on`: the focused element's tag. A space on something that can be pressed presses it; in a text field it is typed.
export function actOf(event: Pressed, on: string): BoardAct | null {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return null;
  if (['INPUT', 'TEXTAREA', 'SELECT'].includes(on)) return null;
  if (event.key === ' ' && ['BUTTON', 'A', 'SUMMARY'].includes(on)) return null;
  return KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key] ?? null;
}

// For the help: each act with the keys as they are printed, and the text that says what it does.
export const SHOWN: [BoardAct | 'move' | 'play' | 'ends', string][] = [
  ['move', '← →'], ['play', 'Enter'], ['ends', 'Home · End'], ['draw', 'D'], ['uno', 'U'], ['catch', 'C'],
  ['flip', 'F'], ['give', 'G'], ['jump', 'J'], ['hand', 'M'], ['order', 'O'], ['hint', 'H'], ['log', 'L'],
  ['back', 'Esc'], ['help', '?'],
];
