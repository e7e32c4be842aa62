import { RotateCcw, RotateCw } from 'lucide-react';
import { cx } from '@/lib/cx';
import { TextLink } from '@/ui/link';
import { clock, spokenClock } from './position';
import { skip } from './use-media';

const SKIP_SECONDS = 15;
const SPEEDS = [0.75, 1, 1.25, 1.5, 2] as const;

/** The next speed of the list; the same at its end. */
export function nextSpeed(rate: number, step: 1 | -1): number {
  const others = SPEEDS.filter((speed) => (step > 0 ? speed > rate : speed < rate));
  return others.at(step > 0 ? 0 : -1) ?? rate;
}

const quiet =
  'rounded-md text-foreground-2 transition-colors duration-(--dur-1) hover:bg-accent hover:text-foreground type-ui tabular-nums';

/** `1,25×` */
export const speedText = (speed: number): string => `${String(speed).replace('.', ',')}×`;

/** Skips fifteen seconds back or ahead. */
export function SkipButtons({ media }: { media: HTMLMediaElement }) {
  return (
    <div className="flex">
      <button
        type="button"
        aria-label="Voltar 15 segundos"
        onClick={() => skip(media, -SKIP_SECONDS)}
        className={cx(quiet, 'inline-flex h-11 min-w-13 items-center justify-center gap-1')}
      >
        <RotateCcw aria-hidden="true" className="size-4" strokeWidth={1.6} />
        {SKIP_SECONDS}
      </button>
      <button
        type="button"
        aria-label="Avançar 15 segundos"
        onClick={() => skip(media, SKIP_SECONDS)}
        className={cx(quiet, 'inline-flex h-11 min-w-13 items-center justify-center gap-1')}
      >
        {SKIP_SECONDS}
        <RotateCw aria-hidden="true" className="size-4" strokeWidth={1.6} />
      </button>
    </div>
  );
}

/** The playback speed as a native list: `1,25×`. */
export function SpeedSelect({ media, rate, className }: { media: HTMLMediaElement; rate: number; className?: string }) {
  return (
    <select
      aria-label="Velocidade"
      value={rate}
      onChange={(event) => {
        media.playbackRate = Number(event.target.value);
      }}
      className={cx(quiet, 'h-11 min-w-16 cursor-pointer appearance-none px-3 text-center', className)}
    >
      {SPEEDS.map((speed) => (
        <option key={speed} value={speed}>
          {speedText(speed)}
        </option>
      ))}
    </select>
  );
}

/** Continues at the stored position. */
export function ResumeButton({ position, onResume }: { position: number; onResume: () => void }) {
  return (
    <button
      type="button"
      data-key="start"
      onClick={onResume}
      className="mr-auto min-h-11 font-label type-ui underline decoration-north decoration-1 underline-offset-[0.28em] hover:decoration-2"
    >
      Continuar de {clock(position)}
    </button>
  );
}

/**
 * The timeline: a native slider for keyboards, touch and screen readers, drawn like the site's progress bars. SVG because
 * its widths are attributes, which the content security policy allows.
 */
export function Track({ media, position, duration }: { media: HTMLMediaElement; position: number; duration: number }) {
  const done = duration ? Math.min(100, (position / duration) * 100) : 0;
  return (
    <div className="group relative flex h-11 min-w-0 flex-1 items-center rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-ring">
      <svg aria-hidden="true" focusable="false" className="h-3.5 w-full overflow-visible">
        <rect y="4" width="100%" height="6" className="fill-plate-2" />
        <rect y="4" width={`${done}%`} height="6" className="fill-foreground" />
        {duration > 0 && <rect x={`${done}%`} width="3" height="14" className="fill-north" />}
      </svg>
      <input
        type="range"
        aria-label="Posição"
        aria-valuetext={`${spokenClock(position)} de ${spokenClock(duration)}`}
        min={0}
        max={Math.ceil(duration) || 1}
        step={1}
        value={Math.floor(position)}
        disabled={!duration}
        onChange={(event) => {
          media.currentTime = Number(event.target.value);
        }}
        className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-default"
      />
    </div>
  );
}

/** The file failed to load, or has an unsupported format. */
export function PlayerFailed({ src, what }: { src: string; what: string }) {
  return (
    <p role="alert" className="border border-destructive px-4 py-3 text-base">
      Não foi possível abrir o {what} aqui.{' '}
      <TextLink href={src} newTab>
        Abrir o arquivo
      </TextLink>
    </p>
  );
}
