// A press or a key that ends what is shown. While something moves, it and the click that follows do nothing else; who
// writes elsewhere goes on writing.
const stop = (event: Event): void => {
  event.preventDefault();
  event.stopPropagation();
};

export function skips(event: Event, board: HTMLElement | undefined, still = false): void {
  const key = event instanceof KeyboardEvent ? event.key : '';
  const { target } = event;
  const ours = target === document.body || (target instanceof Node && Boolean(board?.contains(target)));
  if (still || !ours || key === 'Tab') return;
  stop(event);
  if (key) return;
  addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', stop, true), 700);
}
