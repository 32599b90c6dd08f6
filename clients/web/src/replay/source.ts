// Where records come from: this browser, a server, a file. What went wrong is a code for which the page has a text.
import { recentGames, recordOf } from '../solo/games';

export interface Source {
  record: string;
  name: string; // for a file, without its ending
  you: 1 | 0; // 1: the reader sat at seat 1
  names: string[]; // better than those in the record; '' or missing: take the record's
  link: boolean; // others can open the same address
}

export type Wrong = 'gone' | 'unknown' | 'offline';

export async function soloGame(id: string): Promise<Source | Wrong> {
  const record = await recordOf(id);
  if (record === null) return 'gone';
  const game = (await recentGames()).find((one) => one.id === id);
  return { record, name: 'comodin-' + id, you: 1, names: game?.seats.map(({ name }) => name) ?? [], link: false };
}

export async function serverGame(id: string, ask: typeof fetch = fetch): Promise<Source | Wrong> {
  try {
    const response = await ask('./api/games/' + encodeURIComponent(id));
    // A host that knows no games may answer with the page itself.
    const page = response.headers.get('content-type')?.includes('html');
    if (!response.ok || page) return response.status >= 500 ? 'offline' : 'unknown';
    return { record: await response.text(), name: 'comodin-' + id, you: 0, names: [], link: true };
  } catch {
    return 'offline';
  }
}

export const textGame = (record: string, name: string): Source => ({ record, name, you: 0, names: [], link: false });
