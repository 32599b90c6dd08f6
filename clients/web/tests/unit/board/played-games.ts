// Tables from real games: the engine of the page plays bots against a person who does anything that is offered.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { EngineModule } from '../../../src/engine/module';
import type { About, CardInfo, EditionInfo } from '../../../src/engine/api';
import type { Told } from '../../../src/table/wire';

const bytes = readFileSync(resolve(import.meta.dirname, '../../../../../build/wasm/bin/comodin.wasm'));
const compiled = new WebAssembly.Module(bytes);

export const EDITIONS = ['classic', 'streams', 'creeper', 'hyperdrive', 'powers'];
// Options that an edition has no room for are left out.
export const LETTER = {
  double_second: 'any', flip_effect: 'placed', throw_color: 'last', throw_wild: 'matches', stuck_draw: 'any',
};
export const HOUSES: Record<string, string>[] = [{}, { stacking: 'any', jump_in: 'on', seven_zero: 'on' }, LETTER];
// Between them they ask for votes, choices, seats, swaps, discards and confirmations.
const RULES = [
  ['joke', 'rooster', 'elbows', 'hands-up'],
  ['player swaps', 'player picks; picked draws 1', 'others discard 1', 'others confirm "I have clapped"'],
];
const STUCK = ['three-if-stuck', 'three-if-stuck', 'three-if-stuck', 'rooster'];

export interface Game {
  edition: EditionInfo;
  deck: CardInfo[];
  tolds: Told[];
}

export function playGame(edition: string, players: number, options: Record<string, string>, seed: number,
  most = 400): Game {
  const engine = new EngineModule(compiled);
  const about: About = engine.call('about', []);
  const info = about.editions.find((one) => one.id === edition)!;
  const rules = edition === 'classic' ? (options.stuck_draw ? STUCK : RULES[seed % 2]!) : [];
  const used = Object.fromEntries(Object.entries(options).filter(([name]) => name in info.options));
  const first = engine.call('begin', [
    { edition, players, levels: Array(players - 1).fill('novato'), options: used, rules, seed: String(seed) },
  ]);
  if (first.type === 'fault') throw new Error(first.code);
  let random = seed * 2654435761 + 1;
  const pick = (of: number): number => {
    random = (Math.imul(random, 1103515245) + 12345) >>> 0;
    return (random >>> 8) % of;
  };
  const tolds: Told[] = [first];
  for (let told: Told = first; tolds.length < most; tolds.push(told)) {
    const mine = told.view.awaits?.seat === 1;
    const { after } = engine.call('next', []);
    let answer;
    if (told.view.champions) break;
    if (told.view.phase !== 'running') answer = engine.call('deal', []);
    else if (told.moves.length && (mine || after < 0 || pick(3) === 0))
      answer = engine.call('move', [told.moves[pick(told.moves.length)]!, told.n]);
    else answer = engine.call('go', []);
    if (answer.type === 'refused') throw new Error(`${edition} ${seed}: ${answer.text}`);
    told = answer;
  }
  return { edition: info, deck: engine.call('deck', []), tolds };
}
