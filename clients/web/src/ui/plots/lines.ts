// How the curves of a plot differ: by colour, by dashes and by marker, so that any one of the three is enough. The
// colours are of middle lightness: at least 3:1 against light and dark paper.
export interface LineStyle {
  color: string;
  dash: string;
  marker: string; // a path around 0 0, about 8 wide
}

const CIRCLE = 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0';
const SQUARE = 'M-3.6-3.600h7.200v7.200h-7.200z';
const UP = 'M0-4.800L4.6 3.500h-9.200z';
const DIAMOND = 'M0-5L5 0L0 5L-5 0z';
const DOWN = 'M0 4.800L4.6-3.500h-9.200z';
const PLUS = 'M-1.500-4.500h3v3h3v3h-3v3h-3v-3h-3v-3h3z';
const STAR = 'M0-5L1.4-1.400L5 0L1.4 1.400L0 5L-1.4 1.400L-5 0L-1.4-1.400z';
const BAR = 'M-2-5h4v10h-4z';
const FLAT = 'M-5-2h10v4h-10z';
const HEX = 'M-2.500-4.300h5L5 0L2.5 4.300h-5L-5 0z';

export const LINES: LineStyle[] = [
  { color: '#d0453a', dash: '', marker: CIRCLE },
  { color: '#3b78c4', dash: '7 3', marker: SQUARE },
  { color: '#2e8b57', dash: '2 3', marker: UP },
  { color: '#b86e1c', dash: '9 3 2 3', marker: DIAMOND },
  { color: '#8f5bc0', dash: '', marker: DOWN },
  { color: '#1f8a8a', dash: '7 3', marker: PLUS },
  { color: '#c04a8e', dash: '2 3', marker: STAR },
  { color: '#7d8420', dash: '9 3 2 3', marker: BAR },
  { color: '#6b7f95', dash: '', marker: FLAT },
  { color: '#9a6a4f', dash: '7 3', marker: HEX },
];

export const lineOf = (index: number): LineStyle => LINES[index % LINES.length] ?? { color: '', dash: '', marker: '' };
