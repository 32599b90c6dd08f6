// Where the rules are explained: for links from a table and from a refusal. Small on purpose: the board loads it.
import { href } from '../ui/route.svelte';

type Options = Record<string, string>;

// A table in an address: what differs from the edition's own options ("powers,double_uno=end"), or that nothing does.
export const tableName = (edition: string, changed: Options): string => {
  const pairs = Object.entries(changed).map(([name, value]) => `${name}=${value}`);
  return [edition, ...(pairs.length ? pairs : ['usual'])].join(',');
};

// `changed`: the options of a table whose rules are explained; without it, the rules of the edition.
export const rulesHref = (edition: string, changed?: Options, ...place: string[]): string =>
  href('learn', changed ? tableName(edition, changed) : edition, ...place);

export const clauseHref = (clause: string, edition: string, changed?: Options): string =>
  rulesHref(edition, changed, clause);
