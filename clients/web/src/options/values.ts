// Values of options, as a text from outside may hold them.
import type { OptionInfo } from '../engine/api';

export function canBe({ values, min, max }: OptionInfo, value: string): boolean {
  if (values.length) return values.includes(value);
  return /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max;
}
