/** Lines of a transcript that are shown and marked. */
import type { CaptionLine } from '@/entities/captions';
import { fold } from '@/lib/search-text';
import { clock } from '@/ui/player/controls/position';

/** Returns the line at the position; between two lines, the earlier one. */
export function currentLine(lines: readonly CaptionLine[], position: number): CaptionLine | undefined {
  return lines.findLast(({ from }) => from <= position);
}

/** Returns the lines that contain every word, ignoring case and accents. */
export function linesWith(lines: readonly CaptionLine[], words: readonly string[]): readonly CaptionLine[] {
  if (words.length === 0) return lines;
  return lines.filter(({ text }) => {
    const folded = fold(text);
    return words.every((word) => folded.includes(word));
  });
}

/** The whole transcript as a text file. */
export const textOf = (title: string, lines: readonly CaptionLine[]): string =>
  [title, '', ...lines.map(({ from, text }) => `${clock(from)}  ${text}`), ''].join('\n');
