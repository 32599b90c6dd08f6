// Which cards does a browser hold, and which could its player have seen by then?
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { CDPSession, Page } from '@playwright/test';
import { PROGRAM } from './server';

const CARD = /^([rygb](\d|\+2|s|v)|W[4rygbpc]?\d?)$/;
const tokens = (text: string): string[] => text.split(/[^\w+]+/).filter((part) => CARD.test(part));

// Every card that is named in some data, wherever it stands: "r7", "play r7 uno", { "r7": 1 }.
export function cardsIn(data: unknown): Set<string> {
  if (typeof data === 'string') return new Set(tokens(data));
  if (typeof data !== 'object' || data === null) return new Set();
  return new Set(Object.entries(data).flatMap(([key, value]) => [...tokens(key), ...cardsIn(value)]));
}

// The cards that were turned up first and put back, each under as many cards as the record says.
function putBack(record: string): string[] {
  const pile = tokens(/^pile .*$/m.exec(record)?.[0] ?? '');
  return [...record.matchAll(/^chance putback (\d+)$/gm)].map(([, under]) => {
    const card = pile.shift() ?? '';
    pile.splice(Number(under), 0, card);
    return card;
  });
}

// After each move of a record: all cards that the seat has ever seen, by the engine's own account.
export function seenBy(seat: number, record: string): Set<string>[] {
  const shown = execFileSync(PROGRAM, ['replay', record, '--seat', String(seat)], { encoding: 'utf8', input: '' });
  // Seen by all, and in no view: the draw for the deal, and first cards that went back into the pile (SETUP-5).
  const text = readFileSync(record, 'utf8');
  const drawn = text.match(/^chance dealer .*$/gm) ?? [];
  const seen = new Set([...drawn.flatMap(tokens), ...putBack(text)]);
  return shown.split(/^(?=before the first|move \d+: )/m).filter(Boolean).map((part) => {
    for (const card of tokens(part)) seen.add(card);
    return new Set(seen);
  });
}

// What could not have been known: cards that the browser held before they had been seen.
export const leaked = (held: Iterable<string>, seen: ReadonlySet<string> | undefined): string[] =>
  [...held].filter((card) => !seen?.has(card));

async function everyObject(session: CDPSession): Promise<string> {
  const root = await session.send('Runtime.evaluate', { expression: 'Object.prototype' });
  const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: root.result.objectId ?? '' });
  return objects.objectId ?? '';
}

// Marks everything that is on the heap now: it came with the page, not from a table.
export async function markHeap(session: CDPSession): Promise<void> {
  await session.send('Runtime.callFunctionOn', {
    objectId: await everyObject(session),
    functionDeclaration: 'function () { globalThis.marked = new WeakSet(this.filter((it) => Object(it) === it)); }',
  });
}

// Strings in everything that lives on the page's heap, reachable by name or not, except what was marked and what says
// which cards the deck has.
function heldOnHeap(this: unknown[]): string[] {
  const marked = (globalThis as unknown as { marked: WeakSet<object> }).marked;
  const found = new Set<string>();
  for (const it of this) {
    if (typeof it !== 'object' || it === null || marked.has(it) || it instanceof Node) continue;
    try {
      if ('copies' in it) continue;
      // What is there, and not what would be computed.
      const descriptors: PropertyDescriptor[] = Object.values(Object.getOwnPropertyDescriptors(it));
      const own = descriptors.map(({ value }) => value as unknown);
      const parts = it instanceof Map ? [...it.entries()].flat() : it instanceof Set ? [...it] : own;
      for (const part of parts) if (typeof part === 'string' && part.length < 40) found.add(part);
    } catch {
      continue; // an object of another origin
    }
  }
  return [...found];
}

export async function heldByPage(page: Page, session: CDPSession): Promise<Set<string>> {
  const { result } = await session.send('Runtime.callFunctionOn', {
    objectId: await everyObject(session),
    functionDeclaration: String(heldOnHeap),
    returnByValue: true,
  });
  const elsewhere = await page.evaluate(() => [
    ...[...document.querySelectorAll<HTMLElement>('[data-card]')].map((it) => it.dataset.card ?? ''),
    ...Object.values(localStorage),
    ...Object.values(sessionStorage),
  ]);
  return cardsIn([...(result.value as string[]), ...elsewhere]);
}

// Texts of a table on the heap that are too long to be a card: messages, records.
export async function textsOnHeap(session: CDPSession): Promise<string[]> {
  let snapshot = '';
  const take = ({ chunk }: { chunk: string }): void => void (snapshot += chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', take);
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', take);
  const { strings } = JSON.parse(snapshot) as { strings: string[] };
  return strings.filter((text) => /"(events|view)":|^(hand|pile) .*\d/m.test(text));
}
