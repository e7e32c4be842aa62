/** The length of a text that is being written, apart from what shows it: the lists need it for kept drafts. */

/** Part of the limit from which the length is shown. */
const NEAR = 0.9;

/** Characters as the server counts them: an emoji of two units is one. */
export function lengthOf(text: string, most: number): number {
  // However the units pair up, so many are too many.
  return text.length > most * 2 ? text.length : [...text].length;
}

export interface Length {
  isNear: boolean;
  isOver: boolean;
  length: number;
  most: number;
}

export function measured(text: string, most: number): Length {
  const length = lengthOf(text, most);
  return { length, most, isNear: length > most * NEAR, isOver: length > most };
}
