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

// A number with as many decimals as the axis needs, written as the reader's language does.
export function numberText(value: number, language: string, decimals = 0): string {
  return value.toLocaleString(language, { maximumFractionDigits: decimals, useGrouping: false });
}

// Show one label in this many, so that all fit, if each takes `each` of `width`.
export function everyNth(labels: number, width: number, each: number): number {
  return Math.max(1, Math.ceil((labels * each) / Math.max(1, width)));
}

// Moves labels apart: each as near as possible to its place, in order, `gap` apart, from `least` to `most`.
export function spreadLabels(places: readonly number[], gap: number, least: number, most: number): number[] {
  const order = places.map((_, i) => i).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0) || a - b);
  const out = [...places];
  let from = least;
  for (const i of order) {
    out[i] = Math.max(out[i] ?? 0, from);
    from = (out[i] ?? 0) + gap;
  }
  let to = most;
  for (const i of order.toReversed()) {
    out[i] = Math.min(out[i] ?? 0, to);
    to = (out[i] ?? 0) - gap;
  }
  return out;
}
