import { expect, it } from 'vitest';
import type { OptionInfo } from '../../../src/engine/api';
import { canBe } from '../../../src/options/values';

const words: OptionInfo = { name: 'format', values: ['hand', 'race'], min: 0, max: 0 };
const number: OptionInfo = { name: 'cards', values: [], min: 0, max: 20 };

it.each([
  [words, 'race', true], [words, 'Race', false], [words, '', false],
  [number, '0', true], [number, '20', true], [number, '21', false], [number, '-1', false],
  [number, '', false], [number, ' 7', false], [number, '7.5', false], [number, '1e1', false], [number, 'seven', false],
])('%o can be %j: %s', (option, value, can) => expect(canBe(option, value)).toBe(can));
