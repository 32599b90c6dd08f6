// A practice table in the workshop: the player holds the card, and one move shows what it does.
import type { CardInfo, EditionInfo, Fault } from '../engine/api';
import { isFault, type Engine } from '../engine/engine';
import type { Move, Refused, Told, WhyNot } from '../table/wire';
import { story, type Speaker } from '../words/game';
import { practiceScenario } from './scenario';

const PACE_MAX = 900; // ms; bots keep nobody waiting here
const LINES_MAX = 60;

export class RulePractice {
  told = $state.raw<Told | null>(null);
  deck = $state.raw<CardInfo[]>([]);
  lines = $state.raw<string[]>([]); // what happened, in words
  fault = $state.raw<Fault | null>(null);
  #round = 0; // counts up with every deal, so that an older deal's bots stop
  #seed = 0;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly engine: Pick<Engine, 'practise' | 'move' | 'why' | 'next' | 'go' | 'deck'>,
    private readonly edition: EditionInfo,
    private readonly level: string,
    private readonly speaker: () => Speaker,
    private readonly pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms)),
  ) {}

  async deal(rule: string, players: number): Promise<void> {
    const round = ++this.#round;
    const scenario = practiceScenario(this.edition, players, rule, ++this.#seed);
    const levels = Array<string>(players - 1).fill(this.level);
    const told = await this.#inTurn(() => this.engine.practise(scenario, levels, String(this.#seed)));
    if (round !== this.#round) return;
    this.fault = isFault(told) ? told : null;
    this.lines = [];
    if (isFault(told)) {
      this.told = null;
      return;
    }
    this.deck = await this.#inTurn(() => this.engine.deck());
    this.told = told;
  }

  send = async (move: Move): Promise<Refused | null> => {
    const round = this.#round;
    const at = this.told?.n ?? 0;
    const answer = await this.#inTurn(() => this.engine.move(move, at));
    if (round !== this.#round) return null;
    if (answer.type === 'refused') return answer.why === 'stale' ? null : answer;
    this.#show(answer);
    void this.#bots(round);
    return null;
  };

  why = (move: Move): Promise<WhyNot | Refused> => this.#inTurn(() => this.engine.why(move));

  close(): void {
    ++this.#round;
    this.told = null;
  }

  // Calls go one after another; what a bot had in mind before the person moved is void.
  #inTurn<T>(call: () => Promise<T>): Promise<T> {
    const mine = this.#queue.then(call);
    this.#queue = mine.catch(() => undefined);
    return mine;
  }

  async #bots(round: number): Promise<void> {
    for (;;) {
      const seen = this.told?.n;
      const { after } = await this.#inTurn(() => this.engine.next());
      if (after < 0) return;
      await this.pause(Math.min(after, PACE_MAX));
      if (round !== this.#round || seen !== this.told?.n) return;
      const answer = await this.#inTurn(() => this.engine.go());
      if (round !== this.#round || answer.type === 'refused') return;
      this.#show(answer);
    }
  }

  #show(told: Told): void {
    this.told = told;
    this.lines = [...this.lines, ...story(told.events, this.speaker())].slice(-LINES_MAX);
  }
}
