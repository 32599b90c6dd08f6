// How a card moves through the air, as numbers: where it is at each moment, how large, how turned, how high. A card has
// weight: it starts at once, rises a little, turns, and is set down softly.
export interface Place {
  x: number; // of its middle, in pixels of the board
  y: number;
  width: number;
  turn: number; // degrees
}

export interface Frame extends Place {
  high: number; // 0 on the table … 1 at the top of its way
}

const STEPS = 12;
const GROWS = 0.08; // at the top, nearer to whoever looks
const SWINGS = 7; // degrees
const RISES = 0.16; // of the way
const RISES_MOST = 0.9; // of a card

// Off the hand with a little weight, slow onto the pile.
const eased = (t: number): number => 1 - (1 - t ** 1.2) ** 2.4;
const between = (a: number, b: number, s: number): number => a + (b - a) * s;
// The shorter way round.
const turned = (from: number, to: number): number => ((((to - from) % 360) + 540) % 360) - 180;

export function way(from: Place, to: Place): Frame[] {
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  const rise = Math.min(far * RISES, Math.max(from.width, to.width) * RISES_MOST);
  const swing = SWINGS * Math.sign(to.x - from.x) * Math.min(1, far / 200);
  return Array.from({ length: STEPS + 1 }, (_, i) => {
    const s = eased(i / STEPS);
    const high = Math.sin(Math.PI * s);
    return {
      x: between(from.x, to.x, s),
      y: between(from.y, to.y, s) - rise * high,
      width: between(from.width, to.width, s) * (1 + GROWS * high),
      turn: from.turn + turned(from.turn, to.turn) * s + swing * high,
      high,
    };
  });
}

// As an element of this width is moved there from the board's corner.
export const moved = ({ x, y, width, turn }: Place, own: number): string =>
  `translate(${x - own / 2}px, ${y - own * 0.75}px) rotate(${turn}deg) scale(${width / own})`;

export const movedAlong = (frames: readonly Frame[], own: number): Keyframe[] =>
  frames.map((frame) => ({ transform: moved(frame, own) }));

// The shadow falls away as the card rises, always towards the bottom of the screen.
export const shadowAlong = (frames: readonly Frame[], own: number): Keyframe[] =>
  frames.map(({ high, turn }) => {
    const [down, angle] = [own * 0.22 * high, (turn * Math.PI) / 180];
    return {
      transform: `translate(${down * Math.sin(angle)}px, ${down * Math.cos(angle)}px) scale(${1 + 0.04 * high})`,
      opacity: 0.55 * Math.min(1, high * 2.5) - 0.2 * high,
    };
  });
