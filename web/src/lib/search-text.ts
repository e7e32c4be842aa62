/** Search that ignores accents and case, as the server's `search_text` columns do. */

/** `Gestão` becomes `gestao`. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
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
  const folded = characters.map(fold);
  const hit = characters.map(() => false);
  for (const word of words) {
    for (let start = 0; start < folded.length; start++) {
      let end = start;
      let read = '';
      while (end < folded.length && read.length < word.length) read += folded[end++];
      if (read === word) hit.fill(true, start, end);
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
