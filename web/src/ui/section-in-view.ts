/** A section whose top is within this distance of the window's top, in pixels, counts as in view. */
export const VIEW_LINE = 150;

/**
 * The section in view, by the distance of each section's top from the window's top: the last that passed the line. At the
 * end of the page the last one, which may be too short to pass it.
 */
export function sectionInView(tops: readonly number[], atEnd = false): number {
  const passed = atEnd ? tops.length - 1 : tops.findLastIndex((top) => top <= VIEW_LINE);
  return Math.max(passed, 0);
}
