/** The one form in which texts are compared: the server's own (crates/base/src/fold.rs). Both pass the same cases. */

const APOSTROPHES =
  /[`\u00b4\u02b9\u02bb-\u02bd\u02c8\u02ca\u02cb\u2018-\u201b\u2032\u2035\u2039\u203a\ua78b\ua78c\uff07]/g;
const QUOTATION_MARKS = /[\u00ab\u00bb\u201c-\u201f\u2033\u2036\u301d-\u301f\uff02]/g;
const DASHES = /[\u2010-\u2015\u2043\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d]/g;
/** Signs that show nothing. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]|(?!\s|\u0085)\p{Cc}/gu;
const ACCENTS = /\p{M}/gu;
/** Small letters that Unicode does not take apart. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ς: 'σ',
};
const WHOLE_LETTERS = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
const SPACES = /[\s\u0085\u2800]+/g;

const plainPunctuation = (text: string): string =>
  text.replace(APOSTROPHES, "'").replace(QUOTATION_MARKS, '"').replace(DASHES, '-');

/** The text in one typography, its accents after their letters. */
export const plainSigns = (text: string): string =>
  plainPunctuation(plainPunctuation(text).normalize('NFKD')).replace(UNSEEN, '');

/** `Gestão` becomes `gestao`. Letter by letter, spaces stay. */
function foldLetters(text: string): string {
  return plainSigns(text)
    .toLowerCase()
    .replace(ACCENTS, '')
    .replace(WHOLE_LETTERS, (letter) => LETTERS[letter] ?? letter);
}

/** Lower case without accents, invisible signs and differences of typography; runs of white space are one space. */
export function fold(text: string): string {
  return foldLetters(text).replace(SPACES, ' ').trim();
}

/** The distinct folded words of a query. */
export function searchWords(query: string): string[] {
  return [...new Set(fold(query).match(/[\p{L}\p{N}]+/gu) ?? [])];
}

/** A slug: `Experiência do Cliente` becomes `experiencia-do-cliente`. */
export function slugify(name: string): string {
  return (fold(name).match(/[a-z0-9]+/g) ?? []).join('-');
}

export interface TextPiece {
  text: string;
  matches: boolean;
}

/** Splits a text into matching and other pieces, in order. */
export function markMatches(text: string, words: readonly string[]): TextPiece[] {
  const characters = [...text.normalize('NFC')];
  const folded = characters.map(foldLetters);
  const hit = characters.map(() => false);
  for (const word of words) {
    for (let start = 0; start < folded.length; start++) {
      let end = start;
      let read = '';
      while (end < folded.length && read.length < word.length) read += folded[end++];
      if (read.startsWith(word)) hit.fill(true, start, end);
    }
  }
  const pieces: TextPiece[] = [];
  characters.forEach((character, index) => {
    const last = pieces.at(-1);
    const matches = hit[index] ?? false;
    if (last?.matches === matches) last.text += character;
    else pieces.push({ text: character, matches });
  });
  return pieces;
}
