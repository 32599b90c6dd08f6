import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetAll } from '../../../src/settings/forget';
import { readSettings, saveSettings, settings } from '../../../src/settings/settings.svelte';

describe('settings', () => {
  beforeEach(() => localStorage.clear());

  it('take only what could have been chosen', () => {
    const usual = readSettings(null);
    for (const nonsense of ['', '{', 'null', '7', '[]', '{"theme":"pink","speed":3,"volume":"loud","toString":"x"}',
      '{"face":-1}', '{"face":4.5}', '{"face":1e9}',
      '{"tabletop":"lava","back":"constructor"}', '{"tabletop":[],"back":2}'])
      expect(readSettings(nonsense)).toEqual(usual);
    expect(readSettings('{"theme":"dark","volume":9,"name":"Ana","face":7,"tabletop":"clay","back":"sun"}')).toEqual(
      { ...usual, theme: 'dark', volume: 1, name: 'Ana', face: 7, tabletop: 'clay', back: 'sun' });
  });

  it('come back as they were saved', () => {
    Object.assign(settings, { theme: 'dark', speed: 'fast', volume: 0.25 });
    saveSettings();
    expect(readSettings(localStorage.getItem('comodin.settings'))).toMatchObject(
      { theme: 'dark', speed: 'fast', volume: 0.25 });
  });

  it('apply where the browser refuses to keep them', () => {
    const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('refused');
    });
    expect(saveSettings).not.toThrow();
    refuse.mockRestore();
  });

  it('are forgotten with everything else of ours, and nothing of others', async () => {
    settings.name = 'Ana';
    saveSettings();
    sessionStorage.setItem('comodin.wish', '{}');
    localStorage.setItem('another.page', 'kept');
    expect(await forgetAll()).toBe(true);
    expect(settings.name).toBe('');
    expect(Object.keys(localStorage)).toEqual(['another.page']);
    expect(sessionStorage.getItem('comodin.wish')).toBeNull();
  });
});
