// A practice table: one person at seat 1, bots at the others, in this page. Bots keep a human pace, and wait as long
// as the lesson asks them to.
import { AFTER, holdsFor } from '../board/moments/moments';
import type { CardInfo, Fault } from '../engine/api';
import { isFault, type Engine } from '../engine/engine';
import type { Move, Refused, Told, WhyNot } from '../table/wire';
import { lessMotion } from '../settings/settings.svelte';
import { faultText } from '../words/fault';

export const NAMES = ['', 'Lola', 'Paco', 'Inés']; // as the texts of the examples call them

export interface Lesson {
  heard(told: Told, move?: Move): void; // the person's move, if it was one
  refused?(refused: Omit<Refused, 'type'>): void;
  waits(told: Told): boolean; // the bots wait
}

const SHORTEST = 700;
const LONGEST = 1800;

export class LessonTable {
  told = $state.raw<Told | null>(null);
  deck = $state.raw<CardInfo[]>([]);
  trouble = $state('');
  felt = $state(true); // what has happened was shown: nothing is played or praised before
  private turn = 0; // what was planned before the last change is void
  private timer: ReturnType<typeof setTimeout> | undefined;
  private moment: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly engine: () => Engine, private readonly lesson: Lesson) {}

  async begin(position: () => Promise<Told | Fault>): Promise<boolean> {
    this.close();
    const mine = this.turn;
    const told = await position();
    if (mine !== this.turn) return false;
    if (isFault(told)) {
      this.trouble = faultText(told);
      return false;
    }
    this.trouble = '';
    this.deck = await this.engine().deck();
    if (mine !== this.turn) return false;
    this.hear(told);
    return true;
  }

  send = async (move: Move): Promise<Refused | null> => {
    this.stop();
    const answer = await this.engine().move(move, this.told?.n ?? 0);
    if (answer.type === 'refused' && answer.why === 'stale') {
      this.plan();
      return null; // the present state has been told
    }
    if (answer.type === 'refused') {
      this.lesson.refused?.(answer);
      this.plan();
      return answer;
    }
    this.hear(answer, move);
    return null;
  };

  why = async (move: Move): Promise<WhyNot | Refused> => {
    const { why, ...answer } = await this.engine().why(move);
    if (why) this.lesson.refused?.({ ...answer, why });
    return { why, ...answer } as WhyNot | Refused;
  };

  // Nothing more happens until there is a move or a new position.
  stop(): void {
    this.turn += 1;
    clearTimeout(this.timer);
  }
  close(): void {
    this.stop();
    clearTimeout(this.moment);
  }

  // A great moment is over, or somebody has seen enough of it.
  hurry = (): void => {
    clearTimeout(this.moment);
    if (this.felt) return;
    this.felt = true;
    this.plan();
  };

  plan(): void {
    this.stop();
    if (!this.felt) return;
    const mine = this.turn;
    if (!this.told || this.told.view.phase !== 'running' || this.lesson.waits(this.told)) return;
    void this.engine().next().then(({ after }) => {
      if (mine !== this.turn || after < 0) return;
      this.timer = setTimeout(() => void this.goOn(mine), Math.min(LONGEST, Math.max(SHORTEST, after)));
    });
  }

  private async goOn(mine: number): Promise<void> {
    if (mine !== this.turn) return;
    const answer = await this.engine().go();
    // What was done is passed on even if the person has moved in the meantime.
    if (answer.type !== 'refused') this.hear(answer);
    else this.plan();
  }

  private hear(told: Told, move?: Move): void {
    if (this.told && told.n < this.told.n && told.type === 'events') return;
    clearTimeout(this.moment);
    const lasts = lessMotion() ? 0 : holdsFor({ ...told, before: null }, 1);
    this.felt = lasts === 0;
    if (lasts) this.moment = setTimeout(this.hurry, AFTER + lasts);
    this.told = told;
    this.lesson.heard(told, move);
    this.plan();
  }
}
