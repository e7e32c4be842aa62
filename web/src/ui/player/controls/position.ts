/** Stored positions in recordings. */

/** Stores the position in one recording. */
export interface Memory {
  /** The stored position in seconds, if any. */
  left: number | undefined;
  /**
   * Called at intervals during playback; `last` when it pauses, ends or the page closes. `duration` may be unknown
   * (NaN).
   */
  keep: (position: number, duration: number, last: boolean) => void;
}

const STORAGE_KEY = 'posicoes';
/** Positions this close to either end are not kept. */
const MIN_SECONDS = 5;
const END_SECONDS = 10;
/** The oldest are removed. */
const MAX_KEPT = 50;

type Positions = Record<string, number>;

/** Returns `true` if a position is worth resuming; near either end it is not. */
export function isWorthKeeping(position: number, duration: number): boolean {
  return position >= MIN_SECONDS && !(duration - position < END_SECONDS);
}

function kept(): Positions {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Positions) : {};
  } catch {
    // Storage forbidden in the browser's settings, or foreign content.
    return {};
  }
}

/** The stored position in seconds, if any. */
export function keptPosition(id: string): number | undefined {
  const position = kept()[id];
  return typeof position === 'number' && position >= MIN_SECONDS ? position : undefined;
}

/** Stores a position; near either end removes it instead. `duration` may be unknown (NaN). */
export function keepPosition(id: string, position: number, duration: number): void {
  const { [id]: _earlier, ...others } = kept();
  const entries = Object.entries(others);
  if (isWorthKeeping(position, duration)) entries.push([id, Math.floor(position)]);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(entries.slice(-MAX_KEPT))));
  } catch (reason) {
    console.warn('the position could not be kept', reason);
  }
}

/** The positions stored in this browser, by content: for visitors. */
export function browserMemory(id: string): Memory {
  return { left: keptPosition(id), keep: (position, duration) => keepPosition(id, position, duration) };
}

/** Formatted positions. */

function parts(seconds: number): [hours: number, minutes: number, seconds: number] {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
}

const pad = (value: number) => String(value).padStart(2, '0');

/** `12:31`, `1:02:05` */
export function clock(position: number): string {
  const [hours, minutes, seconds] = parts(position);
  return hours ? `${hours}:${pad(minutes)}:${pad(seconds)}` : `${minutes}:${pad(seconds)}`;
}

const counted = (count: number, unit: string) => (count ? [`${count} ${unit}${count === 1 ? '' : 's'}`] : []);

/** `12 minutos e 31 segundos` */
export function spokenClock(position: number): string {
  const [hours, minutes, seconds] = parts(position);
  const words = [...counted(hours, 'hora'), ...counted(minutes, 'minuto'), ...counted(seconds, 'segundo')];
  return words.length ? words.join(' e ') : '0 segundos';
}
