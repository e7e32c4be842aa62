import { Fragment } from 'react';
import { markMatches } from '@/lib/search-text';

/** A text with the matches of the words marked. */
export function Highlight({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text;
  let position = 0;
  return markMatches(text, words).map((piece) => {
    const key = position;
    position += piece.text.length;
    return piece.matches ? <mark key={key}>{piece.text}</mark> : <Fragment key={key}>{piece.text}</Fragment>;
  });
}
