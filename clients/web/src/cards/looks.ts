// The look of each edition: the only place outside the lessons that knows editions by name. An edition that is not here
// gets `usual`.
export interface Look {
  back: string; // colour of a back
  wild: string; // colour of a wild
  accent: string; // on both
  size: number; // of the back's tile
  tile: string; // its lines
}

export const usual: Look = {
  back: '#14524e',
  wild: '#2b3a3a',
  accent: '#f3b562',
  size: 14,
  tile: 'M7 3.5v7M3.5 7h7',
};

export const looks: Record<string, Look> = {
  classic: { back: '#86343c', wild: '#33293d', accent: '#f8c471', size: 16, tile: 'M8 0L16 8L8 16L0 8zM8 5L11 8' +
    'L8 11L5 8z' },
  streams: {
    back: '#2f3478', wild: '#262a56', accent: '#8fe0f2', size: 20,
    tile: 'M0 5C5 0 5 10 10 5S15 0 20 5M0 15C5 20 5 10 10 15S15 20 20 15M10 5v10',
  },
  creeper: {
    back: '#2c5a36', wild: '#27382a', accent: '#c6e67c', size: 18,
    tile: 'M9 4.5V1M9 13.5V17M4.5 9H1M13.5 9H17M5.8 5.8L3.5 3.5M12.2 12.2L14.5 14.5M12.2 5.8L14.5 3.5M5.8 12.2' +
      'L3.5 14.5',
  },
  hyperdrive: {
    back: '#1b2a55', wild: '#1c2340', accent: '#ffd665', size: 20,
    tile: 'M2 4h9M15 4h2M7 10h12M1 10h2M4 16h6M14 16h4',
  },
  powers: { back: '#5f3078', wild: '#3a2450', accent: '#f5a8d0', size: 16, tile: 'M3 7L8 2L13 7M3 14L8 9L13 14' },
};

// For pictures that belong to no edition in particular.
export const firstEdition = Object.keys(looks)[0];
export const lookOf = (edition: string | undefined): Look => looks[edition ?? ''] ?? usual;
export const lookId = (edition: string | undefined): string => (edition && edition in looks ? edition : 'usual');
