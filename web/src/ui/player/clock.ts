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
