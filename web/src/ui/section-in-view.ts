/** How far below the top of the window a section's start may be to count as the one in view, in pixels. */
export const VIEW_LINE = 150;

/**
 * Which section is in view, by the distance of each section's top from the top of the window: the last that passed the
 * line. At the end of the page it is the last one, which may be too short to get there.
 */
export function sectionInView(tops: readonly number[], atEnd = false): number {
  const passed = atEnd ? tops.length - 1 : tops.findLastIndex((top) => top <= VIEW_LINE);
  return Math.max(passed, 0);
}
