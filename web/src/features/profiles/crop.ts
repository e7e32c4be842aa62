/** The square that is cut out of a picture. */

export const ZOOM_MOST = 4;

export interface Cut {
  x: number;
  y: number;
  side: number;
  /** Distance between the centers of the square and of the picture, kept within the picture. */
  offset: { x: number; y: number };
}

interface Size {
  width: number;
  height: number;
}

const within = (value: number, most: number) => Math.min(most, Math.max(-most, value));

/** The square for a zoom of at least 1 and a wanted distance from the centre. */
export function cutOf({ width, height }: Size, zoom: number, wanted: { x: number; y: number }): Cut {
  const side = Math.min(width, height) / Math.min(ZOOM_MOST, Math.max(1, zoom));
  const offset = { x: within(wanted.x, (width - side) / 2), y: within(wanted.y, (height - side) / 2) };
  return { side, offset, x: (width - side) / 2 + offset.x, y: (height - side) / 2 + offset.y };
}
