// The drawing of each moment, and what its blow moves.
import type { Component } from 'svelte';
import Beams from './Beams.svelte';
import Brake from './Brake.svelte';
import Call from './Call.svelte';
import Caught from './Caught.svelte';
import Creeper from './Creeper.svelte';
import Hit from './Hit.svelte';
import Hyper from './Hyper.svelte';
import Judged from './Judged.svelte';
import type { Kind, Moment } from './moments';
import One from './One.svelte';
import Power from './Power.svelte';
import Reverse from './Reverse.svelte';
import Ruled from './Ruled.svelte';
import Skip from './Skip.svelte';
import Slam from './Slam.svelte';
import Stack from './Stack.svelte';
import type { Site } from './site';
import Throw from './Throw.svelte';
import Zoom from './Zoom.svelte';

export interface DrawingProps {
  moment: Moment;
  site: Site;
  edition: string;
  title: string;
  sub: string;
}

export const DRAWINGS: Record<Kind, Component<DrawingProps>> = {
  creeper: Creeper, hyper: Hyper, streams: Beams, power: Power, judged: Judged, custom: Ruled, four: Slam, beam: Throw,
  uno: Call, caught: Caught, hit: Hit, stack: Stack, skip: Skip, reverse: Reverse, one: One, zoom: Zoom, brake: Brake,
};

export interface Blow {
  all: boolean; // the table; else the seat it meets
  by: number; // px
  after: number;
  lasts: number;
}
export const BLOWS: Partial<Record<Kind, Blow>> = {
  creeper: { all: true, by: 11, after: 660, lasts: 560 },
  judged: { all: true, by: 5, after: 640, lasts: 260 },
  four: { all: true, by: 4, after: 200, lasts: 280 },
  streams: { all: true, by: 3, after: 380, lasts: 500 },
  hit: { all: false, by: 8, after: 330, lasts: 380 },
  caught: { all: false, by: 5, after: 320, lasts: 420 },
  skip: { all: false, by: 4, after: 240, lasts: 240 },
  zoom: { all: false, by: 5, after: 120, lasts: 300 },
};
