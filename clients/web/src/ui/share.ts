// Passing on a record: as a file, or through the device's way of sharing.
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000); // Safari reads it late
}

// Devices share only files of types they know: a record is plain text.
const fileOf = (name: string, text: string): File => new File([text], name + '.txt', { type: 'text/plain' });

export function canShareFile(): boolean {
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [fileOf('game.scn', '')] });
}

// False: the person changed their mind, or the device refused.
export async function share(data: ShareData): Promise<boolean> {
  try {
    await navigator.share(data);
    return true;
  } catch {
    return false;
  }
}

export const shareFile = (name: string, text: string, title: string): Promise<boolean> =>
  share({ title, files: [fileOf(name, text)] });

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
