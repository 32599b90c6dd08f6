// What is heard when something happens: if much happens at once, only the one or two things that matter most. Moments
// bring sounds of their own.
import type { Event, Seat } from '../table/wire';
import type { SoundName } from '../ui/sound';

const OF: Record<string, SoundName> = {
  began: 'shuffle', reshuffled: 'shuffle', challenged: 'challenge', caught: 'caught', called: 'uno', played: 'play',
  flipped: 'play', turned: 'play', threw: 'play', discarded: 'play', gave: 'draw', swapped: 'draw',
  'hands-passed': 'draw',
  drew: 'draw',
};
const ORDER: SoundName[] = ['win', 'lose', 'shuffle', 'caught', 'challenge', 'uno', 'play', 'draw'];

export function soundsOf(events: readonly Event[], you: Seat | 0): SoundName[] {
  const heard = new Set<SoundName>();
  for (const event of events) {
    const name = event.event === 'ended' ? (event.seat === you ? 'win' : 'lose') : OF[event.event];
    if (name) heard.add(name);
  }
  return ORDER.filter((name) => heard.has(name)).slice(0, 2);
}
