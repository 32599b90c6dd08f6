// Faces from numbers: the same number is the same face everywhere. All drawings are ours, on a grid of 48 × 48.

export interface Face {
  ground: string; // behind the head
  shirt: string;
  skin: Skin;
  head: string;
  hair: Hair;
  hairColor: string;
  cloth: string; // of hats and scarves
  eyes: number; // 0 … EYES-1
  mouth: number; // 0 … MOUTHS-1
  beard: string;
  extra: Extra;
}

interface Skin {
  fill: string;
  shade: string;
  blush: string;
}

export interface Hair {
  back?: string; // behind the head
  front?: string;
  cloth?: string; // in the colour of the cloth, over all
  band?: string; // on the cloth
  beardless?: boolean;
  covered?: boolean; // the ears
}

export type Extra = '' | 'glasses' | 'squares' | 'earrings' | 'freckles' | 'flower' | 'patch' | 'headphones';

const SKINS: Skin[] = [
  { fill: '#ffdcc0', shade: '#e2a987', blush: '#f58f7c' },
  { fill: '#f6c79f', shade: '#d29a6d', blush: '#ee7d66' },
  { fill: '#e3a876', shade: '#ba7c4c', blush: '#dc6a4e' },
  { fill: '#c68652', shade: '#9a6034', blush: '#bc4f34' },
  { fill: '#a3683f', shade: '#7c4a29', blush: '#a23f2c' },
  { fill: '#8a5434', shade: '#653a22', blush: '#8f3626' },
];
const HAIR_COLORS = [
  '#2b211d', '#2b211d', '#4a2f1f', '#4a2f1f', '#7a4a26', '#7a4a26', '#b5622d', '#e3b04b', '#8f9299', '#c7443a',
];
const GROUNDS = ['#f7c76a', '#8fd0c5', '#f2a48f', '#a9c2ee', '#cfb3e6', '#b7d98b', '#f3b9cf', '#9ad3ea'];
const CLOTHS = ['#2459a8', '#cf3f35', '#2a8049', '#6a3d8f', '#e08a1e', '#1f5f63', '#b33a72', '#4b4f59'];

const HEADS = [
  'M24 11.5c8 0 13 5.5 13 13.5c0 8.5-5.5 14.5-13 14.5S11 33.5 11 25c0-8 5-13.5 13-13.5z',
  'M24 11.5c7.5 0 12.5 5 12.5 12c0 9-4.5 17-12.5 17s-12.5-8-12.5-17c0-7 5-12 12.5-12z',
  'M24 11.5c8.5 0 12.8 4.5 12.8 12v5c0 7-4.3 11-12.8 11s-12.8-4-12.8-11v-5c0-7.5 4.3-12 12.8-12z',
  'M24 11.5c7 0 11.5 4.5 12.2 11.5c1.8 9-3.2 16.5-12.2 16.5S10 32 11.8 23C12.5 16 17 11.5 24 11.5z',
];

const HAIRS: Hair[] = [
  { // short
    front: 'M10.6 24.5C8.5 13 15 7.5 24 7.5s15.5 5.5 13.4 17C36.6 21 35.5 18.5 34 17C28 18.5 20 18.5 14 17' +
      'c-1.5 1.5-2.6 4-3.4 7.5z',
  },
  { // parted at the side
    front: 'M10.6 25.5C8 12 16 7 25.5 7.5C34 8 39.5 14 37.4 25.5C36.6 21.5 35.5 19 33.5 17' +
      'C27 17.5 20.5 16 17.5 12.5C16 17 12 18.5 10.6 25.5z',
  },
  { // curls
    front: 'M10.8 24a4.8 4.8 0 0 1-.3-8.5a5.3 5.3 0 0 1 6.5-6.5a6.2 6.2 0 0 1 11.5-1a5.3 5.3 0 0 1 7.5 5' +
      'a5 5 0 0 1 1.2 11c-.7-3-2-5-4-5.5a4.2 4.2 0 0 1-6.2-1.3a4 4 0 0 1-6.2.3a4.2 4.2 0 0 1-6.3 1.5' +
      'c-2 .5-3 2-3.7 5z',
  },
  { // a ball of curls
    back: 'M24 2.5a18 18 0 0 1 15 28H9a18 18 0 0 1 15-28z',
    front: 'M11.5 22C13 16.5 18 14.5 24 14.5S35 16.5 36.5 22C38.5 13 32 8.5 24 8.5S9.5 13 11.5 22z',
  },
  { // long, parted in the middle
    back: 'M24 6.5C12.5 6.5 7.5 14 7.5 24l-.5 19h34l-.5-19C40.5 14 35.5 6.5 24 6.5z',
    front: 'M10.7 27.5C8.8 14 15 8 24 8s15.2 6 13.3 19.5C36 21.5 29 18.5 24 12.5C19 18.5 12 21.5 10.7 27.5z',
    beardless: true,
  },
  { // to the chin, with a fringe
    back: 'M24 6.5C12 6.5 7 14 7 24c0 5 .2 9.5 2 13h30c1.8-3.5 2-8 2-13C41 14 36 6.5 24 6.5z',
    front: 'M10.5 27C8 13 15 8 24 8s16 5 13.5 19c-.4-3-.8-5-1.5-7c-8 1.8-16 1.8-24 0c-.7 2-1.1 4-1.5 7z',
    beardless: true,
  },
  { // a bun
    back: 'M24 1.5a5.5 5.5 0 0 1 3.5 9.8h-7A5.5 5.5 0 0 1 24 1.5z',
    front: 'M10.8 23.5C10 14 16 9.5 24 9.5s14 4.5 13.2 14C34.5 18 30 15.5 24 15.5S13.5 18 10.8 23.5z',
  },
  { // two tails
    back: 'M11 17C5 17 2.5 23 3.5 29s3 8.5 5 8.5s3-3 2.5-8zM37 17c6 0 8.5 6 7.5 12s-3 8.5-5 8.5s-3-3-2.5-8z',
    front: 'M10.7 25.5C9 13.5 15.5 8.5 24 8.5s15 5 13.3 17C35.5 19.5 29 17.5 24 12.5C19 17.5 12.5 19.5 10.7 25.5z',
    beardless: true,
  },
  { // at the sides only
    front: 'M11.4 25.5C9 23.5 9 19 11.8 16.5c.6 3 .6 6-.4 9zM36.6 25.5c2.4-2 2.4-6.5-.4-9c-.6 3-.6 6 .4 9z',
  },
  { // spikes
    front: 'M10.7 24.5L8.5 14.5l5 1.5l.5-7.5l6 4l4-7l4 6.5l6.5-4l0 7.5l5-1.5l-2.2 10.5c-.8-3.5-2-5.5-3.8-6.5' +
      'c-6 1.5-13 1.5-19 0c-1.8 1-3 3-3.8 6.5z',
  },
  { // a cap of wool
    front: 'M11 26c-.8-3-.6-5.5 0-7.5h26c.6 2 .8 4.5 0 7.5c-.3-2-.8-3.5-1.5-4.5h-23c-.7 1-1.2 2.5-1.5 4.5z',
    cloth: 'M10 19C9 10 15 4.5 24 4.5S39 10 38 19z',
    band: 'M10.5 15.5h27a2 2 0 0 1 2 2v2a2 2 0 0 1-2 2h-27a2 2 0 0 1-2-2v-2a2 2 0 0 1 2-2z' +
      'M24 1a3 3 0 1 1 0 6a3 3 0 0 1 0-6z',
  },
  { // a cap with a peak
    front: 'M11 26c-.8-3-.6-5.5 0-7.5h26c.6 2 .8 4.5 0 7.5c-.3-2-.8-3.5-1.5-4.5h-23c-.7 1-1.2 2.5-1.5 4.5z',
    cloth: 'M10.5 19C9.5 10.5 15.5 6 24 6s14.5 4.5 13.5 13z',
    band: 'M20 16.5h19c4 0 6 2 6 4.5c-8-1.5-17-1.5-25-.5z',
  },
  { // a scarf around the head
    back: 'M24 6C12 6 7 14 7 25c0 8 2 14 1 20h32c-1-6 1-12 1-20C41 14 36 6 24 6z',
    cloth: 'M24 6.5C12.5 6.5 8 14.5 8.5 25.5C9 35 15 42.5 24 42.5S39 35 39.5 25.5C40 14.5 35.5 6.5 24 6.5zM24 15' +
      'c7 0 10.8 4.5 10.8 11.5S30 39 24 39S13.2 33.5 13.2 26.5S17 15 24 15z',
    beardless: true, covered: true,
  },
  { // waves
    back: 'M24 6C13 6 8.5 12 8 20c-4 3-4 7-2 10c-3 3-2 8 1 10c2 2.5 6 2.5 8 1h18c2 1.5 6 1.5 8-1c3-2 4-7 1-10' +
      'c2-3 2-7-2-10C39.5 12 35 6 24 6z',
    front: 'M10.7 26C8.5 13 15.5 7.5 24.5 8C33.5 8 39.5 14 37.3 26C36 19 33 17.5 29 14c-4 4.5-16 3.5-18.3 12z',
    beardless: true,
  },
];

const BEARDS = ['', '', '', '',
  'M17 31.5c2-2.5 5-2.7 7-1.2c2-1.5 5-1.3 7 1.2c-2 1-5 1.4-7 0c-2 1.4-5 1-7 0z', // a moustache
  'M11.5 26.5c1 3 3 4.5 6 4.5c2-1.5 4.5-2 6.5-.5c2-1.5 4.5-1 6.5.5c3 0 5-1.5 6-4.5C37.5 36 32 41.5 24 41.5' +
    'S10.5 36 11.5 26.5zM24 32.5c-3 0-5 .8-5 2.5s2 2.5 5 2.5s5-.8 5-2.5s-2-2.5-5-2.5z', // a full one
  'M20 37.5h8c.5 3-1.5 5.5-4 5.5s-4.5-2.5-4-5.5z', // at the chin
];

const EXTRAS: Extra[] = ['', '', '', '', 'glasses', 'squares', 'earrings', 'freckles', 'flower', 'patch', 'headphones'];
export const EYES = 3;
export const MOUTHS = 3;

// A number from another, spread over 32 bits.
function mixed(value: number): number {
  let x = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

export function faceOf(seed: number): Face {
  let state = mixed(seed);
  const any = <T>(of: readonly T[]): T => {
    state = mixed(state + 0x9e3779b9);
    return of[state % of.length] as T;
  };
  const hair = any(HAIRS);
  const ground = any(GROUNDS);
  const face: Face = {
    hair, ground,
    shirt: any(CLOTHS),
    skin: any(SKINS),
    head: any(HEADS),
    hairColor: any(HAIR_COLORS),
    cloth: any(CLOTHS),
    eyes: any([0, 1, 2]),
    mouth: any([0, 1, 2]),
    beard: any(BEARDS),
    extra: any(EXTRAS),
  };
  if (hair.beardless) face.beard = '';
  if (hair.covered && face.extra !== 'glasses') face.extra = '';
  return face;
}

// Chosen so that the bots of one person's table look different from each other.
const SALT = 1474758;

// The face that follows from a name, however it is written.
export function seedOf(name: string): number {
  let hash = SALT;
  for (const sign of name.trim().toLowerCase()) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

// Faces that one can choose have the numbers from 1; 0: the one that follows from the name.
export const CHOICES = 40;

// Of somebody at a table: the one they chose, or the one of their name.
export const seedFor = ({ name, face }: { name: string; face?: number }): number => face || seedOf(name);
