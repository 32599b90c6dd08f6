// The board itself, in a page without a browser: what is pressed is what is sent.
import { flushSync, mount, tick, unmount } from 'svelte';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import Board from '../../../src/board/Board.svelte';
import type { BoardProps } from '../../../src/table/board-props';
import type { Move, Refused, Seat, Told, WhyNot } from '../../../src/table/wire';
import { announced } from '../../../src/ui/announce.svelte';
import { moveParts } from '../../../src/words/game';
import { setLanguage } from '../../../src/words/words.svelte';
import { EDITIONS, HOUSES, LETTER, playGame, type Game } from './played-games';

beforeAll(() => setLanguage('en'));
let sent: Move[] = [];
let answer: Refused | null = null;
const send = async (move: Move): Promise<Refused | null> => {
  sent.push(move);
  return answer;
};
let asked: Move[] = [];
let reason: Pick<WhyNot, 'why' | 'clause'> = {};
const why = async (move: Move): Promise<WhyNot> => {
  asked.push(move);
  return { type: 'why', move, ...reason };
};

// One board for all tests of a file: it is made to receive new messages.
let props: BoardProps = $state.raw({} as BoardProps);
let board: ReturnType<typeof mount> | undefined;
let n = 0;

async function show(game: Game, told: Told, more: Partial<BoardProps> = {}): Promise<void> {
  await tick(); // what was pressed before is answered
  const seats = told.view.seats.map(({ seat }) => ({ seat, name: `Player ${seat}` }));
  const { edition, deck } = game;
  props = { told: { ...told, n: ++n }, you: 1, seats, edition, deck, rules: [], send, why, ...more };
  [sent, asked, reason] = [[], [], {}];
  answer = null;
  const live = { get told() { return props.told; }, get you() { return props.you; },
    get seats() { return props.seats; },
    get edition() { return props.edition; }, get deck() { return props.deck; }, get rules() { return props.rules; },
    get send() { return props.send; }, get why() { return props.why; }, get replayed() { return props.replayed; } };
  board ??= mount(Board, { target: document.body, props: live });
  flushSync();
}
afterAll(() => board && unmount(board));

const count = (selector: string): number => document.querySelectorAll(selector).length;
const one = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector);
function press(element: HTMLElement | null | undefined): void {
  if (!element || (element as HTMLButtonElement).disabled) throw new Error('nothing to press');
  element.click();
  flushSync();
}

// Makes a move as a person would: by what is written on the controls.
function make(move: Move): void {
  const m = moveParts(move);
  const choice = (text: string): HTMLElement | undefined =>
    [...document.querySelectorAll<HTMLElement>('[data-testid="choice"]')].find((button) =>
      button.textContent.includes(text));
  const words = { r: 'Red', y: 'Yellow', g: 'Green', b: 'Blue' };
  if (m.card) {
    if (m.uno) press(one('[data-testid="uno"]'));
    press(one(`.hand [data-card="${m.card}"][data-playable="true"]`));
    if (sent.length) return;
    if (m.verb === 'jump' || choice('jump')) press(choice(m.verb === 'jump' ? 'Jump' : 'Play'));
    if (m.power) press(choice(m.power[0]!.toUpperCase() + m.power.slice(1) + ':'));
    if (!sent.length && m.color) press(choice(words[m.color]));
    return;
  }
  if (m.verb === 'draw' || m.verb === 'flip' || m.verb === 'uno') return press(one(`[data-testid="${m.verb}"]`));
  if (m.verb === 'catch') return press(one(`[data-seat="${m.number}"] [data-testid="catch"]`));
  if (m.verb === 'give') {
    press(one('[data-testid="give"]'));
    if (!sent.length) press(choice(`Player ${m.number}`));
    return;
  }
  press(one(`[data-testid="choice"][data-move="${move}"]`));
}

// The first and the last of each verb: colours and powers at both ends, with UNO and without.
function some(moves: Move[]): Move[] {
  const ends = new Map<string, Move[]>();
  for (const move of moves) {
    const verb = move.split(' ')[0]!;
    ends.set(verb, [ends.get(verb)?.[0] ?? move, move]);
  }
  return [...new Set([...ends.values()].flat())];
}

// One table for each kind of question and set of verbs.
function kindsOf(game: Game): Told[] {
  const found = new Map<string, Told>();
  for (const told of game.tolds) {
    const verbs = [...new Set(told.moves.map((move) => move.replace(/[ruyghb\d]|none/g, '').trim()))].sort().join();
    const key = `${told.view.awaits?.kind} ${told.view.awaits?.seat === 1} ${verbs}`;
    if (told.moves.length && !found.has(key)) found.set(key, told);
  }
  return [...found.values()];
}

describe.each(EDITIONS)('%s', (edition) => {
  it('sends exactly the move that was pressed, for every move offered', async () => {
    for (const players of [2, 4])
      for (const [i, options] of HOUSES.entries()) {
        const game = playGame(edition, players, options, 7 + i + players);
        for (const told of kindsOf(game).slice(0, 8))
          for (const move of some(told.moves)) {
            await show(game, told);
            make(move);
            expect(sent, `${move} of ${told.moves.join('; ')}`).toEqual([move]);
          }
      }
  }, 60_000);
});

describe('the board', () => {
  const game = playGame('classic', 4, {}, 3);
  const turn = game.tolds.find((told) => told.view.awaits?.kind === 'turn' && told.view.awaits.seat === 1)!;
  const goes = new Set(turn.moves.map((move) => moveParts(move).card));
  const stuck = turn.view.seats[0]!.cards!.find((card) => !goes.has(card))!;

  it('says why a card cannot be played, with the clause', async () => {
    await show(game, turn);
    reason = { why: 'no_match', clause: 'TURN-1' };
    press(one(`.hand [data-card="${stuck}"]`));
    await tick();
    flushSync();
    expect(asked).toEqual([`play ${stuck}`]);
    expect(turn.moves).not.toContain(asked[0]);
    expect(sent).toEqual([]); // it was asked, and not tried
    expect(one('.why')?.textContent).toContain('it does not match in colour, number or symbol');
    expect(one('.why')?.textContent).toContain('TURN-1');
  });
  it('offers nothing in a replay', async () => {
    await show(game, turn, { send: undefined });
    expect(count('[data-testid="choice"], [data-testid="draw"], [data-testid="catch"]')).toBe(0);
    one('.hand button')?.click();
    flushSync();
    expect(sent).toEqual([]);
    expect(count('[data-testid="uno"]')).toBe(0);
    expect(count('[data-playable="true"]')).toBe(0);
  });
  it('shows no hand to who watches, and no card that was not told', async () => {
    const seats = turn.view.seats.map(({ cards: _, ...seat }) => seat);
    const view = { ...turn.view, viewer: 'spectator' as const, seats };
    await show(game, { ...turn, view, moves: [] }, { you: 0, send: undefined });
    expect([count('.hand, [data-card]'), count('[data-seat]')]).toEqual([0, 4]);
  });
  it('has the hooks that tests of the whole page hold on to', async () => {
    await show(game, turn);
    expect({ ...one('[data-testid="board"]')?.dataset }).toMatchObject(
      { n: String(n), awaits: '1', you: '1', phase: 'running' });
  });
  it('goes a step back with Escape, and has sent nothing', async () => {
    const wild = game.tolds.find((told) => told.moves.some((move) => /^play W\d? r$/.test(move)))!;
    await show(game, wild);
    press(one('.hand [data-card^="W"][data-playable="true"]'));
    expect(count('[data-testid="choice"]')).toBe(4);
    dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    flushSync();
    expect(count('.dock .back')).toBe(0);
    expect(sent).toEqual([]);
  });
  it('shows the result of a hand, and what the page puts there', async () => {
    const won = game.tolds.find((told) => told.view.phase === 'won');
    if (!won) throw new Error('no hand was won');
    await show(game, won);
    expect(count('[data-testid="hand-over"] tbody tr')).toBe(4);
  });
});

// The first table of some game of which this holds.
function find(edition: string, holds: (told: Told) => boolean, options: Record<string, string> = LETTER): [Game, Told] {
  for (let seed = 1; seed < 40; ++seed) {
    const game = playGame(edition, 3, options, seed);
    const told = game.tolds.find(holds);
    if (told) return [game, told];
  }
  throw new Error('there is no such table');
}
const mine = (told: Told, kind: string): boolean => told.view.awaits?.seat === 1 && told.view.awaits.kind === kind;
const text = (selector: string): string => one(selector)?.textContent.replace(/\s+/g, ' ').trim() ?? '';

describe('to the letter', () => {
  it('marks each of several drawn cards, and offers those that fit', async () => {
    const fits = (told: Told): boolean => told.moves.some((move) => moveParts(move).verb === 'play');
    const several = (told: Told): boolean => mine(told, 'drawn') && (told.view.drawn?.length ?? 0) > 1;
    const [game, told] = find('classic', (one) => several(one) && fits(one));
    await show(game, told);
    const plays = new Set(told.moves.map((move) => moveParts(move).card).filter(Boolean));
    const marked = [...document.querySelectorAll<HTMLElement>('.hand .fresh')].map((card) => card.dataset.card);
    expect(marked.sort()).toEqual([...(told.view.drawn ?? [])].sort());
    expect(text('.asks')).toMatch(plays.size < marked.length ? /^You drew .*, .*: you can play / : /play any of them$/);
    const offered = [...document.querySelectorAll('[data-testid="choice"]')].map((button) => button.textContent.trim());
    expect(offered.filter((button) => button.startsWith('Play'))).toHaveLength(plays.size);
    await show(...find('classic', (one) => several(one) && !fits(one)));
    expect(text('.asks')).toMatch(/: nothing fits, so you keep them$/);
    expect(text('[data-testid="choice"]')).toBe('Keep them');
  });

  it('plays a wild without a colour, shows that none is in force, and asks for it at the end', async () => {
    const [game, told] = find('streams', (one) => one.moves.includes('play Wx'));
    await show(game, told);
    press(one('.hand [data-card="Wx"]'));
    expect(sent).toEqual(['play Wx']);
    await show(...find('streams', (one) => mine(one, 'throw') && one.view.color === null));
    expect(text('.facts')).toContain('Colour not named yet');
    await show(...find('streams', (one) => mine(one, 'color')));
    expect(count('[data-testid="choice"]')).toBe(4);
  });
});

describe('what is told apart from a play', () => {
  it('stands at the seat for a moment', async () => {
    vi.useFakeTimers();
    const named = (told: Told) => told.events.find((one) => one.event === 'color' && (one.seat ?? 0) > 1);
    const [game, told] = find('streams', (one) => named(one) !== undefined);
    await show(game, told);
    const { seat, color } = named(told)!;
    expect(one(`[data-seat="${seat}"] [data-testid="bubble"]`)?.classList.contains(color!)).toBe(true);
    vi.advanceTimersByTime(3000);
    flushSync();
    expect(count('[data-testid="bubble"]')).toBe(0);
    vi.useRealTimers();
  });
});

describe('a word of a bot', () => {
  it('stands at one seat at a time, and at none while you are asked something', async () => {
    const [game, told] = find('classic', (one) => mine(one, 'turn'));
    const seats = told.view.seats.map(({ seat }) => ({ seat, name: `Bot ${seat}`, level: seat > 1 ? 'Casual' : '' }));
    const meets = (seat: Seat): Promise<void> =>
      show(game, { ...told, events: [{ event: 'caught', seat: 1, other: seat }] }, { seats });
    const speaks = (seat: Seat): Promise<void> => vi.waitFor(async () => {
      await meets(seat); // not every time, and not before the words are there
      expect(count(`[data-seat="${seat}"] [data-testid="bubble"]`)).toBe(1);
    });
    await speaks(2);
    await speaks(3);
    expect(count('[data-testid="bubble"]')).toBe(1);
    const view = { ...told.view, awaits: { seat: 1, kind: 'vote' as const } };
    await show(game, { ...told, view, moves: ['vote yes', 'vote no'], events: [] }, { seats });
    expect(count('[data-testid="bubble"]')).toBe(0);
  });
});

describe('the draw for the deal', () => {
  const game = playGame('classic', 4, {}, 3);
  const first = (): Told => ({ ...game.tolds[0]!, events: [...game.tolds[0]!.events] });
  const key = (at: EventTarget): KeyboardEvent => {
    const event = new KeyboardEvent('keydown', { key: 'd', bubbles: true, cancelable: true });
    at.dispatchEvent(event);
    flushSync();
    return event;
  };

  it('is shown once, spoken, and over in less than two seconds', async () => {
    if (board) await unmount(board);
    board = undefined;
    vi.useFakeTimers();
    const told = first();
    await show(game, told); // a board that is told nothing before that
    expect(count('[data-testid="drawing"]')).toBe(1);
    vi.advanceTimersByTime(1900);
    flushSync();
    expect(count('[data-testid="drawing"]')).toBe(0);
    expect(announced().at(-1)?.text).toMatch(/Drawing for the deal: .*\. (Player \d deals|You deal)/);
    await show(game, told);
    expect(count('[data-testid="drawing"]')).toBe(0);
    vi.useRealTimers();
  });

  it('goes on while the game does', async () => {
    await show(game, first());
    await show(game, game.tolds[1]!);
    expect(count('[data-testid="drawing"]')).toBe(1);
    key(document.body);
    expect(count('[data-testid="drawing"]')).toBe(0);
  });

  it('is ended by a key or a press, which does nothing else', async () => {
    await show(game, { ...first(), moves: ['draw'] });
    expect(key(document.body).defaultPrevented).toBe(true);
    expect([count('[data-testid="drawing"]'), sent]).toEqual([0, []]);
    await show(game, { ...first(), moves: ['draw'] });
    const pile = one('[data-testid="draw"]')!;
    pile.dispatchEvent(new Event('pointerdown', { bubbles: true, cancelable: true }));
    flushSync();
    expect(count('[data-testid="drawing"]')).toBe(0);
    pile.click();
    expect(sent).toEqual([]);
    pile.click();
    expect(sent).toEqual(['draw']);
  });

  it('leaves alone who writes elsewhere', async () => {
    const input = document.body.appendChild(document.createElement('input'));
    await show(game, first());
    input.focus();
    expect(key(input).defaultPrevented).toBe(false);
    input.remove();
  });

  it('of a record is only told', async () => {
    await show(game, first(), { send: undefined, replayed: true });
    expect(count('[data-testid="drawing"]')).toBe(0);
    expect(text('.ticker')).toContain('New hand');
  });
});

describe('the deal', () => {
  it('goes on while the game does, and is over by itself', async () => {
    Element.prototype.animate = vi.fn();
    vi.useFakeTimers();
    const game = playGame('classic', 4, {}, 3);
    const [first, second] = game.tolds;
    await show(game, { ...first!, events: first!.events.filter(({ event }) => event !== 'drew-for-deal') });
    await show(game, second!);
    expect(count('[data-testid="dealing"]')).toBe(1);
    vi.advanceTimersByTime(800);
    flushSync();
    expect(count('[data-testid="dealing"]')).toBe(0);
    vi.useRealTimers();
    Reflect.deleteProperty(Element.prototype, 'animate');
  });
});
