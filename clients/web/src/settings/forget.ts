// Everything that this browser keeps for the game.
import { VAULT } from '../engine/vault';
import { clearAll } from '../solo/games';
import { lasting, passing } from '../ui/store.svelte';
import { resetSettings } from './settings.svelte';

// False: something could not be deleted.
export async function forgetAll(): Promise<boolean> {
  try {
    await clearAll();
    if ('indexedDB' in globalThis) indexedDB.deleteDatabase(VAULT);
    for (const store of [lasting, passing]) for (const key of store.keys()) store.remove(key);
  } catch {
    return false;
  }
  resetSettings();
  return true;
}
