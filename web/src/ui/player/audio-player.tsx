/** An audio player: the site's controls once their code is loaded; the browser's without script, or where it did not come. */
import { type ComponentType, useRef, useState } from 'react';
import { cx } from '@/lib/cx';
import type { AudioControlsProps } from './controls/audio-controls';
import type { Memory } from './controls/position';
import { useNear } from './use-near';

export interface AudioPlayerProps {
  id: string;
  memory?: Memory | undefined;
  src: string;
  title: string;
  /** The duration as text: '19 min'. Shown until the file's own is known. */
  length: string;
  /** True in a list of many: skipping and speed come once it plays. */
  quiet?: boolean;
  className?: string;
}

export function AudioPlayer({ id, memory, src, title, length, quiet = false, className }: AudioPlayerProps) {
  const frame = useRef<HTMLElement>(null);
  const [audio, setAudio] = useState<HTMLAudioElement | null>(null);
  const [Controls, setControls] = useState<ComponentType<AudioControlsProps>>();
  const [failed, setFailed] = useState(false);
  useNear(frame, () => {
    import('./controls/audio-controls').then(
      ({ AudioControls }) => setControls(() => AudioControls),
      (reason: unknown) => {
        console.warn('the player could not be loaded', reason);
        setFailed(true);
      },
    );
  });
  const ours = Controls !== undefined && audio !== null;
  return (
    // As high as the loaded controls, so that nothing moves.
    <figure
      ref={frame}
      aria-label={`Áudio: ${title}`}
      className={cx('sm:min-h-13', quiet ? 'min-h-13' : 'min-h-25', className)}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: the owner uploads the file alone; there is no caption track to name */}
      <audio
        ref={setAudio}
        src={src}
        controls={!ours}
        preload="none"
        aria-label={title}
        // Shown only where it stays: it would flash, and is not as high.
        className={ours ? 'hidden' : `h-13 w-full ${failed ? '' : 'invisible noscript:visible'}`}
      />
      {ours && <Controls id={id} memory={memory} audio={audio} src={src} length={length} quiet={quiet} />}
    </figure>
  );
}
