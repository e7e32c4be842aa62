import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { cx } from '@/lib/cx';
import { PlayerFailed, ResumeButton, SkipButtons, SpeedSelect, Track } from './controls';
import { browserMemory, clock, type Memory } from './position';
import { play, useKeptPosition, useMedia } from './use-media';

export interface AudioControlsProps {
  id: string;
  audio: HTMLAudioElement;
  memory?: Memory | undefined;
  src: string;
  length: string;
  /** True in a list of many: skipping and speed come once it plays. */
  quiet?: boolean;
}

/** Play, timeline, skipping fifteen seconds, speed. One row; two on narrow screens. */
export function AudioControls({ id, audio, memory, src, length, quiet = false }: AudioControlsProps) {
  const { playing, started, position, duration, rate, failed } = useMedia(audio);
  const [own] = useState(() => browserMemory(id));
  const left = useKeptPosition(audio, memory ?? own);
  if (failed) return <PlayerFailed src={src} what="áudio" />;
  const Icon = playing ? Pause : Play;
  const whole = started || !quiet;
  return (
    <div className="grid grid-cols-[auto_auto_1fr] items-center gap-x-3 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)_auto_auto]">
      <button
        type="button"
        aria-label={playing ? 'Pausar' : 'Ouvir'}
        onClick={() => (playing ? audio.pause() : play(audio))}
        className="grid size-13 place-items-center rounded-md bg-primary text-primary-foreground transition-colors duration-(--dur-1) hover:bg-primary-hover"
      >
        <Icon aria-hidden="true" className="size-5 fill-current" strokeWidth={1.6} />
      </button>
      <div
        className={cx('flex min-w-0 items-center gap-3', whole ? 'max-sm:order-last max-sm:col-span-3' : 'col-span-2')}
      >
        {left !== undefined && !started ? (
          <ResumeButton position={left} onResume={() => play(audio, left)} />
        ) : (
          <>
            <span className="min-w-9 text-small tabular-nums">{clock(position)}</span>
            <Track media={audio} position={position} duration={duration} />
          </>
        )}
        <span className="min-w-9 text-right text-small whitespace-nowrap text-muted-foreground tabular-nums">
          {duration ? clock(duration) : length}
        </span>
      </div>
      {whole && (
        <>
          <SkipButtons media={audio} />
          <SpeedSelect media={audio} rate={rate} className="justify-self-end" />
        </>
      )}
    </div>
  );
}
