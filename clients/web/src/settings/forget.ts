// Everything that this browser keeps for the game.
import { VAULT } from '../engine/vault';
import { clearAll } from '../solo/games';
import { resetSettings } from './settings.svelte';

// False: something is still there.
export async function forgetAll(): Promise<boolean> {
  try {
    await clearAll();
    if ('indexedDB' in globalThis) indexedDB.deleteDatabase(VAULT);
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage).filter((name) => name.startsWith('comodin'))) storage.removeItem(key);
  } catch {
    return false;
  }
  resetSettings();
  return true;
}
