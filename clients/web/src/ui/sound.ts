// Our own short sounds, made on the spot with WebAudio. The audio system is woken by the first press or key, as
// browsers demand; before that, and where there is none, nothing is heard and nothing fails.
import { settings } from '../settings/settings.svelte';

export type SoundName =
  | 'play' | 'draw' | 'shuffle' | 'turn' | 'uno' | 'caught' | 'challenge' | 'win' | 'lose' | 'error' | 'chat'
  // of moments
  | 'fuse' | 'boom' | 'hyper' | 'zoom' | 'brake' | 'streams' | 'beam' | 'medal' | 'rule' | 'gavel' | 'four' | 'hit'
  | 'stack' | 'skip' | 'reverse' | 'one';

// A note: a tone, or a breath of noise (a card on felt) through a filter.
interface Note {
  at: number; // seconds from now
  for: number; // seconds
  pitch: number; // Hz; for noise, the middle of its band
  to?: number; // the pitch that it slides to
  loud: number; // 0 … 1
  wave: OscillatorType | 'noise';
}

const tone = (at: number, length: number, pitch: number, loud = 0.3, wave: OscillatorType = 'triangle'): Note => ({
  at, for: length, pitch, loud, wave,
});
const brush = (at: number, length: number, pitch: number, to: number, loud: number): Note => ({
  at, for: length, pitch, to, loud, wave: 'noise',
});

// A tone that slides.
const slide = (
  at: number, length: number, pitch: number, to: number, loud: number, wave: OscillatorType = 'triangle',
): Note => ({ ...tone(at, length, pitch, loud, wave), to });

const RIFFLE = 9;
const SPARKS = 10;
export const sounds: Record<SoundName, Note[]> = {
  play: [brush(0, 0.07, 2600, 900, 0.5), { at: 0.015, for: 0.09, pitch: 190, to: 110, loud: 0.35, wave: 'sine' }],
  draw: [brush(0, 0.13, 900, 3200, 0.32)],
  shuffle: Array.from({ length: RIFFLE }, (_, index) => brush(index * 0.045, 0.05, 1500 + index * 160, 900, 0.3)),
  turn: [tone(0, 0.16, 523.25, 0.24), tone(0.11, 0.26, 783.99, 0.24)],
  uno: [tone(0, 0.12, 659.25, 0.32), tone(0.1, 0.12, 880, 0.32), tone(0.2, 0.36, 1318.5, 0.3)],
  caught: [{ ...tone(0, 0.16, 440, 0.3), to: 392 }, { ...tone(0.15, 0.32, 330, 0.3), to: 262 }],
  challenge: [
    tone(0, 0.12, 392, 0.13, 'square'), tone(0.14, 0.12, 392, 0.13, 'square'), tone(0.28, 0.26, 523.25, 0.26),
  ],
  win: [523.25, 659.25, 783.99, 1046.5].map((pitch, index) => tone(index * 0.11, 0.34, pitch, 0.28)),
  lose: [440, 392, 349.23].map((pitch, index) => tone(index * 0.17, 0.3, pitch, 0.22, 'sine')),
  error: [{ ...tone(0, 0.14, 196, 0.3), to: 165 }],
  fuse: Array.from({ length: SPARKS }, (_, index) => brush(index * 0.062, 0.045, 5200 + (index % 3) * 900, 7000, 0.12)),
  boom: [brush(0, 0.7, 420, 60, 0.5), slide(0, 0.55, 120, 34, 0.5, 'sine'), brush(0.02, 0.16, 2400, 500, 0.3)],
  hyper: [slide(0, 0.75, 110, 880, 0.14, 'sawtooth'), brush(0.1, 0.65, 500, 5200, 0.3), tone(0.6, 0.18, 1318.5, 0.12)],
  zoom: [brush(0, 0.24, 800, 4800, 0.28), slide(0, 0.2, 330, 990, 0.1)],
  brake: [slide(0, 0.5, 620, 90, 0.12, 'sawtooth'), brush(0, 0.45, 3800, 500, 0.2)],
  streams: [
    slide(0, 0.7, 196, 392, 0.12, 'sawtooth'), slide(0.05, 0.7, 294, 588, 0.1, 'sawtooth'),
    brush(0.3, 0.4, 1800, 6400, 0.22),
  ],
  beam: [slide(0, 0.3, 880, 220, 0.12, 'sawtooth'), brush(0.02, 0.24, 6000, 1600, 0.2)],
  medal: [392, 587.33, 783.99, 1174.7].map((pitch, index) => tone(index * 0.09, 0.42, pitch, 0.18)),
  rule: [brush(0, 0.22, 1400, 3600, 0.22), tone(0.16, 0.3, 587.33, 0.18), tone(0.3, 0.4, 739.99, 0.16)],
  gavel: [
    slide(0, 0.12, 210, 90, 0.5, 'sine'), brush(0, 0.05, 1500, 500, 0.45), slide(0.2, 0.18, 180, 80, 0.4, 'sine'),
  ],
  four: [
    slide(0, 0.4, 150, 48, 0.5, 'sine'), brush(0, 0.12, 1100, 300, 0.42), slide(0.1, 0.4, 311, 233, 0.12, 'square'),
  ],
  hit: [slide(0, 0.16, 240, 96, 0.45, 'sine'), brush(0, 0.08, 1800, 600, 0.38), brush(0.1, 0.08, 1600, 500, 0.28)],
  stack: [tone(0, 0.1, 440, 0.2), tone(0.08, 0.1, 554.37, 0.22), tone(0.16, 0.24, 659.25, 0.24)],
  skip: [slide(0, 0.12, 700, 1050, 0.2), slide(0.12, 0.22, 1050, 300, 0.2)],
  reverse: [slide(0, 0.24, 420, 840, 0.18, 'sine'), slide(0.22, 0.26, 840, 420, 0.18, 'sine')],
  one: [tone(0, 0.11, 98, 0.4, 'sine'), tone(0.16, 0.16, 92, 0.32, 'sine'), tone(0.5, 0.11, 98, 0.26, 'sine')],
  chat: [tone(0, 0.09, 880, 0.2, 'sine'), tone(0.07, 0.14, 1174.7, 0.18, 'sine')],
};

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

function wake(): void {
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume().catch(() => undefined);
  } catch {
    context = null;
  }
}
for (const gesture of ['pointerdown', 'keydown'] as const)
  addEventListener(gesture, wake, { capture: true, passive: true });

function hiss(audio: AudioContext): AudioBufferSourceNode {
  if (!noise) {
    noise = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
    const samples = noise.getChannelData(0);
    for (let index = 0; index < samples.length; ++index) samples[index] = Math.random() * 2 - 1;
  }
  const source = audio.createBufferSource();
  source.buffer = noise;
  return source;
}

function strike(audio: AudioContext, note: Note, volume: number): void {
  const start = audio.currentTime + note.at;
  const end = start + note.for;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(Math.max(0.0001, note.loud * volume), start + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  gain.connect(audio.destination);

  let source: AudioScheduledSourceNode;
  let pitch: AudioParam;
  if (note.wave === 'noise') {
    const filter = audio.createBiquadFilter();
    filter.type = 'bandpass';
    pitch = filter.frequency;
    source = hiss(audio);
    source.connect(filter).connect(gain);
  } else {
    const oscillator = audio.createOscillator();
    oscillator.type = note.wave;
    pitch = oscillator.frequency;
    source = oscillator;
    source.connect(gain);
  }
  pitch.setValueAtTime(note.pitch, start);
  if (note.to) pitch.exponentialRampToValueAtTime(note.to, end);
  source.start(start);
  source.stop(end + 0.02);
  source.onended = () => gain.disconnect();
}

export function play(name: SoundName): void {
  if (!settings.sound || settings.volume <= 0 || !context || context.state === 'closed') return;
  try {
    for (const note of sounds[name]) strike(context, note, settings.volume);
  } catch {
    context = null; // the system took it away; the next press wakes another
  }
}
