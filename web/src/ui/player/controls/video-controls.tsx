import { Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '@/ui/button';
import { PlayerFailed, SkipButtons, SpeedSelect } from './controls';
import { browserMemory, clock, type Memory } from './position';
import { play, useKeptPosition, useMedia } from './use-media';

export interface VideoControlsProps {
  id: string;
  video: HTMLVideoElement;
  memory?: Memory | undefined;
  src: string;
  tools?: ReactNode;
}

/** Controls that the browser's own lack, below the video; and resuming, over the cover. */
export function VideoControls({ id, video, memory, src, tools }: VideoControlsProps) {
  const { started, rate, failed } = useMedia(video);
  const [own] = useState(() => browserMemory(id));
  const left = useKeptPosition(video, memory ?? own);
  if (failed) return <PlayerFailed src={src} what="vídeo" />;
  const start = (from?: number) => {
    play(video, from);
    // The pressed button is removed; the browser's controls get the focus.
    video.focus();
  };
  return (
    <>
      {!started && (
        <div className="pointer-events-none absolute inset-x-0 top-0 flex aspect-video flex-wrap content-end gap-2 p-4 *:pointer-events-auto md:p-6">
          <Button variant="paper" data-key={left === undefined ? 'start' : undefined} onClick={() => start()}>
            <Play aria-hidden="true" className="size-4.5 fill-current text-north" strokeWidth={1.6} />
            Assistir
          </Button>
          {left !== undefined && (
            <Button variant="paper" data-key="start" onClick={() => start(left)}>
              Continuar de {clock(left)}
            </Button>
          )}
        </div>
      )}
      <div className="flex items-center justify-end pt-2">
        {tools}
        {started && (
          <>
            <SkipButtons media={video} />
            <SpeedSelect media={video} rate={rate} />
          </>
        )}
      </div>
    </>
  );
}
