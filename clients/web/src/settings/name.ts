// A person's name, as others will see it. The server has the last word (server/common/clean_text.hpp).
export const NAME_MAX = 24;

// Controls, formats, private use, and letters that show nothing.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufe00-\ufe0e]/gu;
const BLANK = /[\p{Z}\s\u2800]+/gu;

// Without what cannot be seen; '' if nothing is left that could be read.
export function cleanName(text: string): string {
  const clean = text.replace(BLANK, ' ').replace(UNSEEN, '').replace(BLANK, ' ').trim();
  const cut = [...clean].slice(0, NAME_MAX).join('').trim();
  return /[^\p{M}\s]/u.test(cut) ? cut : '';
}

// Names that differ only in capitals and accents are one. The server also knows letters that look alike.
const looks = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
export const sameName = (one: string, other: string): boolean => looks(one) === looks(other);

// The name, or with the first number that nobody has, as the server gives it: "Ana 2".
export function distinctName(name: string, taken: readonly string[]): string {
  const isTaken = (one: string): boolean => taken.some((other) => sameName(one, other));
  let out = name;
  for (let number = 2; isTaken(out); ++number) {
    const end = ` ${number}`;
    out = [...name].slice(0, NAME_MAX - end.length).join('').trim() + end;
  }
  return out;
}

// One of `names` that nobody at the table has.
export function offeredName(names: readonly string[], taken: readonly string[], chance = Math.random): string {
  const free = names.filter((name) => !taken.some((other) => sameName(name, other)));
  const from = free.length ? free : names;
  return distinctName(from[Math.floor(chance() * from.length)] ?? '', taken);
}
