// Where the rules are explained: for links from a table and from a refusal. Small on purpose: the board loads it.
import { href } from '../ui/route.svelte';

type Options = Record<string, string>;

// A table in an address: what is not the edition's own ("powers,double_uno=end"), or that nothing is.
export const tableName = (edition: string, changed: Options): string => {
  const pairs = Object.entries(changed).map(([name, value]) => `${name}=${value}`);
  return [edition, ...(pairs.length ? pairs : ['usual'])].join(',');
};

// `changed`: of a table, whose rules are told; without it, those of the edition.
export const rulesHref = (edition: string, changed?: Options, ...place: string[]): string =>
  href('learn', changed ? tableName(edition, changed) : edition, ...place);

export const clauseHref = (clause: string, edition: string, changed?: Options): string =>
  rulesHref(edition, changed, clause);
