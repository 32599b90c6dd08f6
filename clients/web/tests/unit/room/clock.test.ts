import { beforeAll, expect, it } from 'vitest';
import { clockText } from '../../../src/room/lobby/clock';
import { setLanguage } from '../../../src/words/words.svelte';

beforeAll(() => setLanguage('en'));

it.each([[0, 'No limit'], [20, '20 s'], [90, '90 s'], [120, '2 min'], [150, '150 s'], [300, '5 min']])(
  'a clock of %i seconds', (seconds, text) => expect(clockText(seconds)).toBe(text));
