// The browser's offer to install the page, kept until somebody takes it. Where it offers nothing there is no button.
interface Offer extends Event {
  prompt(): Promise<unknown>;
}

let offer = $state.raw<Offer | null>(null);
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  offer = event as Offer;
});
addEventListener('appinstalled', () => {
  offer = null;
});

export const installable = (): boolean => offer !== null;

export async function install(): Promise<void> {
  const taken = offer;
  offer = null; // it can be asked only once
  await taken?.prompt();
}
