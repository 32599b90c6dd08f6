// The rules of one edition: the common sections as they apply to it, with its own in between.
import { ownParagraphs, ownRules } from './editions';
import { common, type Paragraph, type Section } from './sections';
import type { TableEdition } from './table-edition';
import { plain, tellRule, tellSection, type ParagraphId, type SectionId } from './learn-words';

export function rulesOf(edition: TableEdition): Section[] {
  const own = ownRules(edition.id);
  return common
    .map(({ id, paragraphs }) => ({
      id,
      paragraphs: (id === 'special' ? own.special : paragraphs)
        .filter((paragraph) => paragraph.when?.(edition) ?? true)
        .map((paragraph) => own.replace?.[paragraph.id] ?? paragraph),
    }))
    .filter((section) => section.paragraphs.length > 0);
}

// What players look up at the table, on a single page.
const brief: ParagraphId[] = [
  'turn.match', 'draw.one', 'draw.only', 'draw.forced_must', 'draw.forced_may', 'uno.call', 'uno.catch', 'four.legal',
  'four.legal_wild', 'four.guilty', 'odd.two', 'end.last', 'goal.race', 'goal.low', 'goal.hand', 'setup.right',
];
export function briefOf(edition: TableEdition): Paragraph[] {
  const sections = rulesOf(edition);
  const special = sections.find(({ id }) => id === 'special')?.paragraphs ?? [];
  const shared = sections.flatMap(({ paragraphs }) => paragraphs).filter(({ id }) => brief.includes(id));
  return [...special.filter(({ examples }) => examples), ...shared];
}

export const textOf = (paragraph: Paragraph, edition: TableEdition): string =>
  tellRule(paragraph.id, ...(paragraph.places?.(edition) ?? []));

// Where an address points to: a section ("turn"), a paragraph ("turn.match") or a clause ("TURN-1").
export function placeOf(edition: TableEdition, name: string): { section: SectionId; paragraph?: string } | null {
  for (const { id, paragraphs } of rulesOf(edition)) {
    if (id === name) return { section: id };
    const found = paragraphs.find((paragraph) => paragraph.id === name || paragraph.clauses.includes(name));
    if (found) return { section: id, paragraph: found.id };
  }
  return null;
}

export interface Found {
  section: SectionId;
  paragraph: ParagraphId;
  title: string;
  text: string; // without stars
  rank: number; // 0: its own text has all the words; 1: together with its section's title
}

// Without accents and case, so that "atrapo" is not needed to find "atrapó".
export const simple = (text: string): string =>
  text.normalize('NFD').replace(/\p{Diacritic}/gu, '').toLowerCase();

// Paragraphs in which every word of the query begins some word; matches in a title come first.
export function search(edition: TableEdition, query: string): Found[] {
  const words = simple(query).split(/[^\p{L}\p{N}+-]+/u).filter(Boolean);
  if (!words.length) return [];
  const found: Found[] = [];
  for (const { id, paragraphs } of rulesOf(edition)) {
    const title = tellSection(id);
    for (const paragraph of paragraphs) {
      const text = plain(textOf(paragraph, edition));
      const own = ` ${simple(text)} ${paragraph.clauses.join(' ').toLowerCase()}`;
      const all = `${own} ${simple(title)}`;
      const begins = (where: string, word: string): boolean =>
        new RegExp(`[^\\p{L}\\p{N}+]${word.replace(/[+]/g, '\\+')}`, 'u').test(where);
      if (!words.every((word) => begins(all, word))) continue;
      const rank = words.every((word) => begins(own, word)) ? 0 : 1;
      found.push({ section: id, paragraph: paragraph.id, title, text, rank });
    }
  }
  return found.sort((one, other) => one.rank - other.rank);
}

// The same in several editions: what they share is found once.
export interface FoundIn extends Found {
  edition: TableEdition;
  own: boolean; // of this edition only
}
export function searchAll(editions: readonly TableEdition[], query: string): FoundIn[] {
  const seen = new Set<string>();
  const all = editions.flatMap((edition) => {
    const own = new Set(ownParagraphs(edition.id));
    return search(edition, query).map((found) => ({ ...found, edition, own: own.has(found.paragraph) }));
  });
  return all.filter(({ paragraph }) => !seen.has(paragraph) && seen.add(paragraph)).sort((a, b) => a.rank - b.rank);
}
