// Which examples have been done, on this device.
const KEY = 'comodin.learned';

function read(): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

let ids = $state.raw(read());

export const isLearned = (id: string): boolean => ids.includes(id);
export function setLearned(id: string): void {
  if (ids.includes(id)) return;
  ids = [...ids, id];
  try {
    localStorage.setItem(KEY, JSON.stringify(ids));
  } catch {
    // No room or no right to store: it is known until the page is closed.
  }
}
