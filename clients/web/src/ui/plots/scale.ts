// Axes of plots: round steps, and texts for them.
export interface Axis {
  max: number; // where it ends; at least 1 step
  ticks: number[]; // from 0
}

// A round step (1, 2 or 5 times a power of ten) that gives at most `count` of them.
export function axisTo(largest: number, count = 4): Axis {
  const wanted = largest > 0 ? largest : 1;
  const rough = wanted / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((k) => k * power >= rough * (1 - 1e-9)) ?? 10) * power;
  const steps = Math.ceil(wanted / step - 1e-9);
  return { max: steps * step, ticks: Array.from({ length: steps + 1 }, (_, i) => i * step) };
}

// With as many decimals as the axis needs, in the reader's way of writing numbers.
export function numberText(value: number, language: string, decimals = 0): string {
  return value.toLocaleString(language, { maximumFractionDigits: decimals, useGrouping: false });
}

// Every how many labels fit, if each takes `each` of `width`.
export function everyNth(labels: number, width: number, each: number): number {
  return Math.max(1, Math.ceil((labels * each) / Math.max(1, width)));
}
