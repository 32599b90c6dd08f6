// The examples: positions from examples/*.scn, each with its task. The lines after "# solution" in a file are for
// `comodin check` and the tests only.
import type { Goal } from './goal';
import type { ExampleId } from './learn-words';

const files = import.meta.glob<string>('./examples/*.scn', { query: '?raw', import: 'default', eager: true });

export const goals: Record<ExampleId, Goal> = {
  'match-color': { steps: [['play r9']] },
  'match-number': { steps: [['play g7']] },
  wild: { steps: [['play W g']] },
  'draw-play': { steps: [['draw'], ['play r2']] },
  'draw-keep': { steps: [['draw'], ['keep']] },
  skip: { steps: [['play bs']] },
  reverse: { steps: [['play yv']] },
  'plus-two': { steps: [['play r+2']] },
  'uno-call': { steps: [['play g4']], then: [{ event: 'called', seat: 1 }] },
  catch: { steps: [['catch 3']] },
  'reverse-two': { steps: [['play gv'], ['play g3']], then: [{ event: 'called', seat: 1 }, { won: 1 }] },
  'plus-four': { steps: [['play W4 *']] },
  bluff: { steps: [['play W4 *']] },
  'challenge-guilty': { steps: [['challenge']], then: [{ event: 'challenged', seat: 1, guilty: true }] },
  'challenge-innocent': { steps: [['challenge']], then: [{ event: 'challenged', seat: 1, guilty: false }] },
  'last-plus-two': { steps: [['play r+2']], then: [{ won: 1 }, { count: [2, 4] }] },
  stacking: { steps: [['play b+2']] },
  'jump-in': { steps: [['jump g6']] },
  seven: { steps: [['play r7'], ['swap 3']], then: [{ count: [1, 1] }] },
  'custom-again': { steps: [['play Wc1 b'], ['play b3', 'play b8']] },
  'custom-three': { steps: [['play Wc1 *'], ['discard *'], ['discard *']], then: [{ count: [1, 3] }] },
  'streams-throw': { steps: [['play Wx g'], ['throw r9']], then: [{ count: [2, 5] }, { count: [3, 5] }] },
  'streams-answer': { steps: [['throw y9']] },
  'creeper-draw': { steps: [['draw'], ['play Wk *']] },
  'creeper-penalty': { steps: [['play r+2']], then: [{ count: [2, 7] }] },
  'hyper-start': { steps: [['play Wh b']], then: [{ hyperspeed: 'b' }] },
  'hyper-run': {
    steps: [['play b2', 'play b6', 'play b9'], ['play b2', 'play b6', 'play b9'], ['play b2', 'play b6', 'play b9']],
    then: [{ event: 'called', seat: 1 }, { won: 1 }],
  },
  'hyper-stop': { steps: [['play g5']], then: [{ hyperspeed: null }] },
  'power-steal': { steps: [['play Wy *']], then: [{ power: ['yellow', 1] }] },
  'power-red': { steps: [['give 2']], then: [{ count: [2, 4] }] },
  'power-yellow': { steps: [['play g6']] },
  'power-green': { steps: [['flip']] },
  'power-blue': { steps: [['play g4'], ['play b4']] },
  'power-pick': { steps: [['play Wp r power blue'], ['play r4', 'play r9']] },
};

export interface Example {
  id: ExampleId;
  goal: Goal;
  scenario: string; // the position, and what others did before it
  solution: string[]; // lines: "1 play r9"
  edition: string;
  clauses: string[];
  players: number;
  rules: string[]; // on its custom wilds
}

const lineOf = (text: string, word: string): string => new RegExp(`^${word} (.*)$`, 'm').exec(text)?.[1] ?? '';

function read(id: ExampleId): Example {
  const text = files[`./examples/${id}.scn`] ?? '';
  const [scenario = '', rest = ''] = text.split(/^# solution$/m);
  return {
    id,
    goal: goals[id],
    scenario,
    solution: rest.split('\n').filter((line) => /^\d /.test(line)),
    edition: lineOf(text, 'edition'),
    clauses: lineOf(text, 'rules').split(' '),
    players: Number(lineOf(text, 'players')),
    rules: [...text.matchAll(/^custom Wc\d (.*)$/gm)].map((match) => match[1] ?? ''),
  };
}

export const examples: Example[] = (Object.keys(goals) as ExampleId[]).map(read);
export const exampleOf = (id: string): Example | undefined => examples.find((example) => example.id === id);
