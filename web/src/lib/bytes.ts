/** Sizes of files. Apart from the other formats: public pages show none. */
import { formatNumber } from './format';

const BYTE_UNITS = ['KB', 'MB', 'GB'] as const;

/** `12 KB`, `1,4 MB`. */
export function formatBytes(bytes: number): string {
  let [size, unit] = [bytes / 1024, 0];
  while (size >= 1000 && unit < BYTE_UNITS.length - 1) [size, unit] = [size / 1024, unit + 1];
  const isWhole = unit === 0 || size >= 10;
  return `${formatNumber(unit === 0 ? Math.max(1, Math.round(size)) : size, isWhole ? 0 : 1)}\u00a0${BYTE_UNITS[unit]}`;
}
