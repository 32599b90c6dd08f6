import { createRawSnippet, flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import Dialog from '../../../src/ui/Dialog.svelte';
import Segmented from '../../../src/ui/Segmented.svelte';
import Toggle from '../../../src/ui/Toggle.svelte';
import { states } from '../../../src/ui/states.svelte';

let target: HTMLElement;
const find = <T extends Element>(selector: string): T => {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
};

describe('controls', () => {
  beforeEach(() => {
    target = document.body.appendChild(document.createElement('div'));
  });
  afterEach(() => document.body.replaceChildren());

  it('a dialog takes the focus, and gives it back', () => {
    target.innerHTML = '<button id="opener"></button>';
    find<HTMLElement>('#opener').focus();
    const onclose = vi.fn();
    const children = createRawSnippet(() => ({ render: () => '<input id="inside" />' }));
    const props = states({ title: 'Título', open: false, onclose, children });
    const component = mount(Dialog, { target, props });
    props.open = true;
    flushSync();
    const dialog = find<HTMLDialogElement>('dialog');
    expect(dialog.open).toBe(true);
    expect(find(`#${dialog.getAttribute('aria-labelledby')}`).textContent).toBe('Título');
    find<HTMLElement>('#inside').focus();
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    expect(onclose).toHaveBeenCalledOnce();
    props.open = false;
    flushSync();
    expect(dialog.open).toBe(false);
    expect(document.activeElement?.id).toBe('opener');
    void unmount(component);
  });

  it('a switch says its name and its state', () => {
    const onchange = vi.fn();
    mount(Toggle, { target, props: { label: 'Sonido', checked: false, onchange } });
    const input = find<HTMLInputElement>('[role=switch]');
    expect(input.getAttribute('aria-label')).toBe('Sonido');
    input.click();
    expect(onchange).toHaveBeenCalledWith(true);
  });

  it('pills are one group of radio buttons', () => {
    const onchange = vi.fn();
    const options = ['a', 'b', 'c'].map((value) => ({ value, label: value }));
    mount(Segmented, { target, props: { label: 'Letra', value: 'a', options, onchange } });
    const radios = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')];
    expect(new Set(radios.map(({ name }) => name)).size).toBe(1);
    expect(radios.map(({ checked }) => checked)).toEqual([true, false, false]);
    radios[2]?.click();
    expect(onchange).toHaveBeenCalledWith('c');
    expect(find('legend').textContent).toBe('Letra');
  });
});
