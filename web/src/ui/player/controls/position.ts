/** Where somebody stopped listening or watching. */

/** Keeps the place in one recording. */
export interface Memory {
  /** Seconds from the start, where there is something to take up again. */
  left: number | undefined;
  /**
   * AuditValue now and then while it plays; `last` when it pauses, ends or the page goes. `duration` may be unknown (NaN).
   */
  keep: (position: number, duration: number, last: boolean) => void;
}

const STORAGE_KEY = 'posicoes';
/** Nobody takes up what was left after a moment, or in its last words. */
const LEAST_SECONDS = 5;
const END_SECONDS = 10;
/** The ones left longest ago make room. */
const MOST_KEPT = 50;

type Positions = Record<string, number>;

/** Whether a place is worth coming back to; near either end it is not. */
export function isWorthKeeping(position: number, duration: number): boolean {
  return position >= LEAST_SECONDS && !(duration - position < END_SECONDS);
}

function kept(): Positions {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Positions) : {};
  } catch {
    // Storage forbidden in the browser's settings, or not ours: as if nothing had been kept.
    return {};
  }
}

/** Seconds from the start, where there is something to take up again. */
export function keptPosition(id: string): number | undefined {
  const position = kept()[id];
  return typeof position === 'number' && position >= LEAST_SECONDS ? position : undefined;
}

/** Remembers a position; near either end it is forgotten instead. `duration` may be unknown (NaN). */
export function keepPosition(id: string, position: number, duration: number): void {
  const { [id]: _earlier, ...others } = kept();
  const entries = Object.entries(others);
  if (isWorthKeeping(position, duration)) entries.push([id, Math.floor(position)]);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(entries.slice(-MOST_KEPT))));
  } catch (reason) {
    console.warn('the position could not be kept', reason);
  }
}

/** The memory of this browser, by content: for visitors. */
export function browserMemory(id: string): Memory {
  return { left: keptPosition(id), keep: (position, duration) => keepPosition(id, position, duration) };
}

/** Positions in a recording, for eyes and for ears. */

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
