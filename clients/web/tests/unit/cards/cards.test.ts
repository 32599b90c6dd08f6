import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { mount, unmount } from 'svelte';
import { beforeAll, describe, expect, it } from 'vitest';
import type { About } from '../../../src/engine/api';
import { engineFromBytes } from '../../../src/engine/engine';
import type { Card, ColorLetter } from '../../../src/table/wire';
import CardFace from '../../../src/cards/CardFace.svelte';
import CardSprite from '../../../src/cards/CardSprite.svelte';
import { backOf, type Drawn } from '../../../src/cards/backs';
import { lookOf, usual } from '../../../src/cards/looks';
import { turnTo } from '../../../src/cards/own-back.svelte';
import { BACKS } from '../../../src/settings/choices';

const ROOT = resolve(import.meta.dirname, '../../../../..');
const COLORS: ColorLetter[] = ['r', 'y', 'g', 'b'];
let about: About;
beforeAll(async () => {
  about = await engineFromBytes(readFileSync(resolve(ROOT, 'build/wasm/bin/comodin.wasm'))).about();
});

interface Props {
  card: Card | null;
  edition?: string;
  printed?: boolean;
  named?: ColorLetter;
  label?: string;
}

function draw(props: Props): SVGElement {
  const target = document.createElement('div');
  const component = mount(CardFace, { target, props });
  const svg = target.querySelector('svg');
  void unmount(component);
  if (!svg) throw new Error('nothing was drawn');
  return svg;
}

// Drawing takes its time here, and most cards are in every edition: each is drawn once.
const done = new Map<string, SVGElement>();
function drawn({ edition, ...props }: Props): SVGElement {
  const all = props.card && !props.card.startsWith('W') ? props : { ...props, edition };
  const key = JSON.stringify(all);
  const svg = done.get(key) ?? draw(all);
  done.set(key, svg);
  return svg;
}

// What is left of a card for eyes that see no colours and no fine patterns: its outlines and its letters.
const grey = (svg: SVGElement): string =>
  [...svg.querySelectorAll('path')].map((path) => path.getAttribute('d')).join() + (svg.textContent ?? '');

describe('cards', { timeout: 60_000 }, () => {
  it('draws every card of every edition, no two alike', () => {
    expect(about.editions.length).toBeGreaterThanOrEqual(5);
    for (const { id, cards } of about.editions) {
      const faces = new Set<string>();
      for (const { card } of cards) {
        const svg = drawn({ card, edition: id });
        expect(svg.dataset.unknown, `${card} of ${id}`).toBeUndefined();
        faces.add(svg.innerHTML);
      }
      expect(faces.size, id).toBe(cards.length);
    }
  });

  it('gives every edition its own back and wilds', () => {
    const backs = about.editions.map(({ id }) => drawn({ card: null, edition: id }).innerHTML);
    expect(new Set(backs).size).toBe(about.editions.length);
    for (const { id } of about.editions) expect(lookOf(id), id).not.toBe(usual);
    expect(lookOf('of another house')).toBe(usual);
  });

  it('tells colours apart without colour', () => {
    for (const symbol of ['0', '6', '9', '+2', 's', 'v'])
      expect(new Set(COLORS.map((color) => grey(drawn({ card: color + symbol })))).size, symbol).toBe(COLORS.length);
    const named = COLORS.map((color) => grey(drawn({ card: 'W4', named: color })));
    expect(new Set([...named, grey(drawn({ card: 'W4' }))]).size).toBe(COLORS.length + 1);
  });

  it('writes down a symbol that nobody has drawn yet', () => {
    const svg = drawn({ card: 'rq' });
    expect(svg.dataset.unknown).toBe('rq');
    expect(svg.textContent).toContain('q');
  });

  it('is a picture with a name, or decoration', () => {
    expect(drawn({ card: 'r7', label: 'siete rojo' }).getAttribute('aria-label')).toBe('siete rojo');
    expect(drawn({ card: 'r7', label: 'siete rojo' }).getAttribute('role')).toBe('img');
    expect(drawn({ card: 'r7' }).getAttribute('aria-hidden')).toBe('true');
  });

  it('refers only to patterns that the page has', () => {
    const target = document.createElement('div');
    mount(CardSprite, { target });
    const ids = new Set([...target.querySelectorAll('pattern')].map(({ id }) => id));
    const faces = about.editions.flatMap(({ id, cards }) => [null, ...cards.map(({ card }) => card)].map((card) =>
      drawn({ card, edition: id }).innerHTML));
    const links = faces.flatMap((face) => [...face.matchAll(/url\(#([^)]*)\)/g)].map((found) => found[1] ?? ''));
    const used = new Set(links);
    expect(used.size).toBe(COLORS.length + about.editions.length);
    for (const id of used) expect(ids, id).toContain(id);
  });

  it('turns every card to the back that was chosen, except where a picture stands for its edition', async () => {
    await turnTo('sun');
    const backs = about.editions.map(({ id }) => draw({ card: null, edition: id }).innerHTML);
    expect(new Set(backs).size).toBe(1);
    expect(backs[0]).toContain('href="#own-back"');
    const target = document.createElement('div');
    mount(CardSprite, { target });
    expect(target.querySelectorAll('#own-back path')).toHaveLength(backOf('sun').length);
    expect(draw({ card: null, edition: 'classic', printed: true }).innerHTML).toContain('url(#back-classic)');
    await Promise.all([turnTo('moon'), turnTo('edition')]);
    expect(draw({ card: null, edition: 'classic' }).innerHTML).toContain('url(#back-classic)');
  });

  it('has backs of its own drawing, no two alike', () => {
    const drawn = BACKS.filter((back): back is Drawn => back !== 'edition').map((back) => JSON.stringify(backOf(back)));
    expect(new Set(drawn).size).toBe(BACKS.length - 1);
    for (const one of drawn) expect(one).not.toMatch(/url|NaN|undefined/);
  });
});
