// What a pointer on the hand means: a press, sliding along the cards, or a card that is carried to the pile.
export interface At {
  x: number;
  y: number;
}

export interface Carried {
  index: number; // of the card in hand
  from: At; // where it was taken
  by: At; // how far it is from its place
}

const SLIP = 8; // pixels: less is a press, and the hand that trembled

const inside = (at: At, box: DOMRect, more = 0): boolean =>
  at.x >= box.left - more && at.x <= box.right + more && at.y >= box.top - more && at.y <= box.bottom + more;

// A mouse carries at once; a finger slides along the hand, and carries the card that it takes out over its upper edge.
export function carries(mouse: boolean, from: At, at: At, hand: DOMRect): boolean {
  return mouse ? Math.hypot(at.x - from.x, at.y - from.y) > SLIP : at.y < hand.top;
}

export const carried = (index: number, from: At, at: At): Carried =>
  ({ index, from, by: { x: at.x - from.x, y: at.y - from.y } });

// Let go there, a card is played. Between the piles it is not meant for any of them.
export function dropsOn(at: At, discard: DOMRect | undefined, pile: DOMRect | undefined): boolean {
  if (!discard) return false;
  const more = discard.width * 0.35;
  return inside(at, discard, more) && !(pile && at.x <= Math.max(pile.right, discard.left - 1));
}
