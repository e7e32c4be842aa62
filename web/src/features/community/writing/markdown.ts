/** Changes that the toolbar makes to a text and its selection. */

export type Mark = 'bold' | 'italic' | 'link' | 'list' | 'quote' | 'code';

export interface Marked {
  text: string;
  /** The selection afterwards. */
  start: number;
  end: number;
}

const AROUND: Readonly<Record<'bold' | 'italic' | 'code', string>> = { bold: '**', italic: '*', code: '`' };
const BEFORE_LINE: Readonly<Record<'list' | 'quote', string>> = { list: '- ', quote: '> ' };

/** Marks the selection, or takes the mark away where it is there already. */
export function marked(mark: Mark, text: string, start: number, end: number): Marked {
  if (mark === 'list' || mark === 'quote') return withLines(BEFORE_LINE[mark], text, start, end);
  if (mark === 'link') return withLink(text, start, end);
  const sign = mark === 'code' && text.slice(start, end).includes('\n') ? '\n```\n' : AROUND[mark];
  return withAround(sign, text, start, end);
}

function withAround(sign: string, text: string, start: number, end: number): Marked {
  const chosen = text.slice(start, end);
  const before = text.slice(0, start);
  const after = text.slice(end);
  if (before.endsWith(sign) && after.startsWith(sign)) {
    const shorter = before.slice(0, -sign.length) + chosen + after.slice(sign.length);
    return { text: shorter, start: start - sign.length, end: end - sign.length };
  }
  return { text: before + sign + chosen + sign + after, start: start + sign.length, end: end + sign.length };
}

function withLink(text: string, start: number, end: number): Marked {
  const chosen = text.slice(start, end);
  const isAddress = /^https?:\/\/\S+$/.test(chosen);
  const label = isAddress ? '' : chosen;
  const address = isAddress ? chosen : 'https://';
  const link = `[${label}](${address})`;
  // What is missing is selected.
  const from = isAddress || !label ? start + 1 : start + label.length + 3;
  const to = isAddress || !label ? from : from + address.length;
  return { text: text.slice(0, start) + link + text.slice(end), start: from, end: to };
}

function withLines(sign: string, text: string, start: number, end: number): Marked {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const to = text.indexOf('\n', end) < 0 ? text.length : text.indexOf('\n', end);
  const lines = text.slice(from, to).split('\n');
  const isMarked = lines.every((line) => line.startsWith(sign));
  const changed = lines.map((line) => (isMarked ? line.slice(sign.length) : sign + line)).join('\n');
  const grown = changed.length - (to - from);
  const first = isMarked ? -sign.length : sign.length;
  return {
    text: text.slice(0, from) + changed + text.slice(to),
    start: Math.max(from, start + first),
    end: end + grown,
  };
}

/** The place in a text after one part of it was replaced; behind the new part, if it was in the old one. */
export function movedPlace(place: number, before: string, after: string): number {
  let kept = 0;
  while (kept < place && before[kept] === after[kept]) kept += 1;
  return kept === place ? place : Math.max(kept, place + after.length - before.length);
}
