/** The volume of recordings, remembered by this browser: it belongs to the loudspeakers, not to the member. */
import { keepText, readText } from '@/lib/start/kept-text';

const KEY = 'volume';

/** The last volume, from 0 to 1; the full one where none is known. */
export function keptVolume(): number {
  const volume = Number(readText(KEY) || 1);
  return volume > 0 && volume <= 1 ? volume : 1;
}

/** Silence is not remembered: the next recording would seem broken. */
export function keepVolume(volume: number): void {
  if (volume > 0) keepText(KEY, volume === 1 ? '' : volume.toFixed(2));
}
