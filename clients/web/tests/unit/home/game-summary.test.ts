import { beforeAll, describe, expect, it } from 'vitest';
import type { RecentGame } from '../../../src/solo/games';
import { setLanguage } from '../../../src/words/words.svelte';
import { ago, gameHref, gameResult } from '../../../src/home/game-summary';

const game = (more: Partial<RecentGame>): RecentGame => ({
  id: 'k3-1', title: 'Lola, Paco', when: 0, edition: 'classic', champions: [], kind: 'solo', running: false,
  seats: [{ name: '', score: 510 }, { name: 'Lola', score: 80 }, { name: 'Paco', score: 20 }], ...more,
});

describe('a game in the list', () => {
  beforeAll(() => setLanguage('es'));

  it('says who won', () => {
    expect(gameResult(game({ champions: [1] }))).toBe('Ganaste');
    expect(gameResult(game({ champions: [1, 3] }))).toBe('Ganaste');
    expect(gameResult(game({ champions: [2, 3] }))).toBe('Ganó Lola, Paco');
    expect(gameResult(game({}))).toBe('Terminada');
    expect(gameResult(game({ running: true }))).toBe('Sin terminar');
  });

  it('leads to where it goes on, or can be seen again', () => {
    expect(gameHref(game({ running: true }))).toBe('#/play/k3-1');
    expect(gameHref(game({}))).toBe('#/replay/solo/k3-1');
    expect(gameHref(game({ kind: 'room' }))).toBe('#/replay/game/k3-1');
  });

  it('says when it was', () => {
    const now = Date.UTC(2026, 4, 20, 12);
    const before = (minutes: number): string => ago(now - minutes * 60_000, now);
    expect(before(0)).toBe('este minuto');
    expect(before(5)).toBe('hace 5 minutos');
    expect(before(59 + 60)).toBe('hace 1 hora');
    expect(before(24 * 60)).toBe('ayer');
    expect(before(9 * 24 * 60)).toBe('11 de mayo');
    expect(before(-3)).toBe('este minuto');
  });
});
