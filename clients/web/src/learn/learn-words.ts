// The texts of these pages: words/learn.es.json and learn.en.json. They are long, so only the lessons load them.
import type es from '../../../../words/learn.es.json';
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
  es: () => import('../../../../words/learn.es.json'),
  en: () => import('../../../../words/learn.en.json'),
};
export const loadLearnWords = (): Promise<void> => addWords(part);

type Args = (string | number)[];
export const tell = (key: LearnKey, ...places: Args): string => say(key, ...places);
export const tellCount = (key: 'web.learn.ui.found', count: number): string =>
  say(`${key}.${new Intl.PluralRules(currentLanguage()).select(count) === 'one' ? 'one' : 'other'}`, count);
export const tellRule = (id: ParagraphId, ...places: Args): string => say('web.learn.rule.' + id, ...places);
export const tellSection = (id: SectionId): string => say('web.learn.section.' + id);
export const tellExample = (id: ExampleId, what: 'title' | 'task' | 'hint' | 'done'): string =>
  say('web.learn.example.' + id + '.' + what);
export const tellFirst = (id: FirstId, ...places: Args): string => say('web.learn.first.' + id, ...places);

// "play a *red* card": words between stars are bold. The shapes ♥ ♦ ♣ ♠ follow the name of their colour, always on the
// same line, and are only seen, not read aloud.
export interface RichSpan {
  text: string;
  strong: boolean;
  color?: ColorLetter; // the shape after the text
  tail?: string; // after the shape
}
const SHAPES: Record<string, ColorLetter> = { '♥': 'r', '♦': 'y', '♣': 'g', '♠': 'b' };
export const spans = (text: string): RichSpan[] =>
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
