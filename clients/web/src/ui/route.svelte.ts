// Which page is open: the part of the address after '#'. "#/room/KJD3TX" is { page: 'room', rest: ['KJD3TX'] }. It is
// never sent to a server.
export interface Route {
  page: string; // '' is home
  rest: string[];
}

export function parseRoute(hash: string): Route {
  const parts = hash.replace(/^#\/?/, '').split('/').filter(Boolean).map(decode);
  return { page: parts[0] ?? '', rest: parts.slice(1) };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

let current = $state.raw(parseRoute(location.hash));
let went = false;
addEventListener('hashchange', () => {
  const next = parseRoute(location.hash);
  scrollTo(0, 0); // a room that was just created, too; who was sent to a paragraph is taken there afterwards
  went = true;
  current = next;
});

// Was another page of ours open before this one? Then the focus belongs on the new one.
export const moved = (): boolean => went;

export const route = (): Route => current;
export const href = (page: string, ...rest: string[]): string =>
  '#/' + [page, ...rest].map(encodeURIComponent).join('/');
export const go = (page: string, ...rest: string[]): void => {
  location.hash = href(page, ...rest);
};
