// The page says about a game what the terminal says: build/words-samples.ndjson is written by the terminal's tests
// (tests/terminal/words_samples_test.cpp), in both languages.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Event, Move, View } from '../../../src/table/wire';
import { eventText, moveText, question, type Speaker, story, waiting } from '../../../src/words/game';
import { languageOf, setLanguage } from '../../../src/words/words.svelte';

interface Sample {
  kind: string;
  rules: string[];
  event?: Event;
  story?: Event[];
  view?: View;
  move?: Move;
  es: string;
  en: string;
}

const PATH = '../../build/words-samples.ndjson';
const POWERS = { red: 'gift', blue: 'double', green: 'flip', yellow: 'shield' } as const;

function words(sample: Sample): string {
  const to: Speaker = { you: 1, names: [undefined, ...NAMES], rules: sample.rules };
  if (sample.event) return eventText(sample.event, to);
  if (sample.story) return story(sample.story, to).map((line) => line + '\n').join('');
  if (!sample.view) throw new Error('a sample of nothing');
  if (sample.move) return moveText(sample.move, sample.view, to, POWERS);
  return sample.kind.startsWith('question') ? question(sample.view, to) : waiting(sample.view, to);
}

const NAMES = ['Lola', 'Paco'];

describe('a game in words', () => {
  it('is told as the terminal tells it', async () => {
    if (!existsSync(PATH)) throw new Error('no samples: COMODIN_WORDS_OUT=build/words-samples.ndjson terminal_test');
    const samples = readFileSync(PATH, 'utf8').trim().split('\n').map((line) => JSON.parse(line) as Sample);
    expect(samples.length).toBeGreaterThan(3000);
    for (const language of ['es', 'en'] as const) {
      await setLanguage(language);
      for (const sample of samples) expect(words(sample), JSON.stringify(sample)).toBe(sample[language]);
    }
  });

  it('is told in the language one chose, else the browser\'s', () => {
    expect(languageOf('', ['fr-FR', 'en-GB', 'es'])).toBe('en');
    expect(languageOf('es', ['en'])).toBe('es');
    expect(languageOf('', ['ja'])).toBe('es');
  });
});
