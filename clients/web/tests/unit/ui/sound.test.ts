import { beforeEach, describe, expect, it, vi } from 'vitest';
import { settings } from '../../../src/settings/settings.svelte';
import { play, sounds, type SoundName } from '../../../src/ui/sound';

let started: number;
const param = { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() };
const node = () => ({ connect: (next: unknown) => next, disconnect: vi.fn(), gain: param, frequency: param });
const source = () => ({ ...node(), start: () => ++started, stop: vi.fn() });

class FakeAudio {
  state = 'running';
  currentTime = 0;
  sampleRate = 8000;
  destination = {};
  createGain = node;
  createBiquadFilter = node;
  createOscillator = source;
  createBufferSource = source;
  createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
}

const NAMES = Object.keys(sounds) as SoundName[];
const press = (): boolean => dispatchEvent(new Event('pointerdown'));

// In this order: audio wakes once for the whole page.
describe('sounds', () => {
  beforeEach(() => {
    started = 0;
    Object.assign(settings, { sound: true, volume: 0.5 });
  });

  it('are silent, not broken, where there is no audio', () => {
    vi.stubGlobal('AudioContext', class {
      constructor() {
        throw new Error('no audio here');
      }
    });
    press();
    for (const name of NAMES) expect(() => play(name)).not.toThrow();
  });

  it('wait for a press', () => {
    vi.stubGlobal('AudioContext', FakeAudio);
    play('turn');
    expect(started).toBe(0);
    press();
    for (const name of NAMES) play(name);
    expect(started).toBe(NAMES.reduce((sum, name) => sum + sounds[name].length, 0));
  });

  it('obey the settings', () => {
    settings.sound = false;
    play('win');
    Object.assign(settings, { sound: true, volume: 0 });
    play('win');
    expect(started).toBe(0);
  });

  it('are short', () => {
    for (const name of NAMES)
      for (const note of sounds[name]) expect(note.at + note.for, name).toBeLessThan(0.8);
  });
});
