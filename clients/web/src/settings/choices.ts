// Looks to choose from, the usual ones first. What they look like is fetched when it is needed.
export const TABLETOPS = ['lagoon', 'forest', 'night', 'plum', 'fiesta', 'clay', 'walnut', 'slate', 'linen'] as const;
export const BACKS = ['edition', 'sun', 'moon', 'waves', 'tile', 'harlequin', 'rosette', 'fiesta', 'cats'] as const;
export type Tabletop = (typeof TABLETOPS)[number];
export type Back = (typeof BACKS)[number]; // of the cards
