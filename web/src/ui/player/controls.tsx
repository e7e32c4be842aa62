/** The parts both players share beside the browser's own. */
import { RotateCcw, RotateCw } from 'lucide-react';
import { cx } from '@/lib/cx';
import { clock } from './clock';
import { skip } from './use-media';

const SKIP_SECONDS = 15;
const SPEEDS = [0.75, 1, 1.25, 1.5, 2] as const;

const quiet =
  'rounded-md text-foreground-2 transition-colors duration-(--dur-1) hover:bg-accent hover:text-foreground type-ui tabular-nums';

/** Fifteen seconds back, fifteen ahead. */
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

/** `1,25×`, as a native list. */
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
          {String(speed).replace('.', ',')}×
        </option>
      ))}
    </select>
  );
}

/** Takes up where this browser left off. */
export function ResumeButton({ position, onResume }: { position: number; onResume: () => void }) {
  return (
    <button
      type="button"
      onClick={onResume}
      className="mr-auto min-h-11 font-label type-ui underline decoration-north decoration-1 underline-offset-[0.28em] hover:decoration-2"
    >
      Continuar de {clock(position)}
    </button>
  );
}
