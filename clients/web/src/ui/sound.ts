// Our own short sounds, made on the spot with WebAudio. The audio system is woken by the first press or key, as
// browsers demand; before that, and where there is none, nothing is heard and nothing fails.
import { settings } from '../settings/settings.svelte';

export type SoundName =
  | 'play' | 'draw' | 'shuffle' | 'turn' | 'uno' | 'caught' | 'challenge' | 'win' | 'lose' | 'error' | 'chat';

// A note: a tone, or a breath of noise (a card on felt) through a filter.
interface Note {
  at: number; // seconds from now
  for: number; // seconds
  pitch: number; // Hz; of noise: the middle of its band
  to?: number; // where the pitch slides
  loud: number; // 0 … 1
  wave: OscillatorType | 'noise';
}

const tone = (at: number, length: number, pitch: number, loud = 0.3, wave: OscillatorType = 'triangle'): Note => ({
  at, for: length, pitch, loud, wave,
});
const brush = (at: number, length: number, pitch: number, to: number, loud: number): Note => ({
  at, for: length, pitch, to, loud, wave: 'noise',
});

const RIFFLE = 9;
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
