// The texts of these pages: clients/words/learn.es.json and learn.en.json. They are long: only who learns loads them.
import type es from '../../../words/learn.es.json';
import type { ColorLetter } from '../table/wire';
import { addWords, currentLanguage, say, type Part } from '../words/words.svelte';

export type LearnKey = keyof typeof es;
type After<K, Before extends string> = K extends `${Before}${infer Rest}` ? Rest : never;
type Titled<K> = K extends `${infer Id}.title` ? Id : never;
export type ParagraphId = After<LearnKey, 'web.learn.rule.'>;
export type SectionId = After<LearnKey, 'web.learn.section.'>;
export type ExampleId = Titled<After<LearnKey, 'web.learn.example.'>>;
export type FirstId = After<LearnKey, 'web.learn.first.'>;

const part: Part = {
  es: () => import('../../../words/learn.es.json'),
  en: () => import('../../../words/learn.en.json'),
};
export const loadLearnWords = (): Promise<void> => addWords(part);

type Place = string | number;
export const tell = (key: LearnKey, ...places: Place[]): string => say(key, ...places);
export const tellCount = (key: 'web.learn.ui.found', count: number): string =>
  say(`${key}.${new Intl.PluralRules(currentLanguage()).select(count) === 'one' ? 'one' : 'other'}`, count);
export const tellRule = (id: ParagraphId, ...places: Place[]): string => say('web.learn.rule.' + id, ...places);
export const tellSection = (id: SectionId): string => say('web.learn.section.' + id);
export const tellExample = (id: ExampleId, what: 'title' | 'task' | 'hint' | 'done'): string =>
  say('web.learn.example.' + id + '.' + what);
export const tellFirst = (id: FirstId, ...places: Place[]): string => say('web.learn.first.' + id, ...places);

// "play a *red* card": what stands between stars is strong.
// The shapes ♥ ♦ ♣ ♠ stand behind the name of their colour, never on another line, and are only seen.
export interface Span {
  text: string;
  strong: boolean;
  color?: ColorLetter; // the shape behind the text
  tail?: string; // behind the shape
}
const SHAPES: Record<string, ColorLetter> = { '♥': 'r', '♦': 'y', '♣': 'g', '♠': 'b' };
export const spans = (text: string): Span[] =>
  text
    .split('*')
    .flatMap((piece, index) =>
      piece.split(/(\S+ [♥♦♣♠]\S*)/u).map((part) => {
        const [, word, shape = '', tail] = /^(\S+) ([♥♦♣♠])(\S*)$/u.exec(part) ?? [];
        return { text: word ?? part, strong: index % 2 === 1, color: SHAPES[shape], tail };
      }),
    )
    .filter((span) => span.text);
export const plain = (text: string): string => text.replace(/\*| ?[♥♦♣♠]/gu, '');
