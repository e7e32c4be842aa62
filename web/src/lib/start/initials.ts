/** One sign as people see it: a letter with its accents, a flag, or an emoji of several parts. */
const SIGN = /^(?:\p{RI}{2}|.(?:\p{M}|\p{EMod}|[\u{E0020}-\u{E007F}]|\u200D.)*)/su;

/** The first signs of the first and the last name. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word = '') => SIGN.exec(word)?.[0].toUpperCase() ?? '').join('');
}
