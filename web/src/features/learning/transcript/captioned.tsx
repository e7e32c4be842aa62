import { type ReactNode, useCallback, useState } from 'react';
import type { RecordingProps } from '@/widgets/recording';
import type { LearningSettings } from '../queries';
import { CaptionsButton, CaptionsTrack, useCaptionsChoice } from './captions';
import { Transcript } from './transcript';

export interface CaptionedProps {
  captions: string | null;
  title: string;
  userId: string;
  settings: LearningSettings | undefined;
  player: (captions: Pick<RecordingProps, 'tracks' | 'tools'>) => ReactNode;
}

/** A recording with its captions, and its transcript below. */
export function Captioned({ captions, title, userId, settings, player }: CaptionedProps) {
  const [media, setMedia] = useState<HTMLMediaElement | null>(null);
  const [isShown, onShown] = useCaptionsChoice(userId, settings);
  const find = useCallback((frame: HTMLElement | null) => {
    setMedia(frame?.querySelector<HTMLMediaElement>('video, audio') ?? null);
  }, []);
  if (!captions) return player({});
  return (
    <>
      <div ref={find}>
        {player({
          tracks: <CaptionsTrack captions={captions} isShown={isShown} onShown={onShown} />,
          tools: <CaptionsButton isShown={isShown} onShown={onShown} />,
        })}
      </div>
      {media && (
        <div className="mt-8">
          <Transcript captions={captions} media={media} title={title} />
        </div>
      )}
    </>
  );
}
