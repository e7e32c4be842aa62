import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { AudioPlayer } from '@/ui/player/audio-player';
import type { Memory } from '@/ui/player/controls/position';
import { VideoPlayer } from '@/ui/player/video-player';

export interface RecordingProps {
  id: string;
  kind: 'video' | 'audio';
  title: string;
  /** Time for which a sound is, in words, until the file says it. */
  length: string;
  /** Fills the frame of a film until it plays. */
  cover: ReactNode;
  src: string;
  /** A new link; undefined where there is none any more. */
  renew: () => Promise<string | undefined>;
  memory: Memory;
  /** Tracks of a film. */
  tracks?: ReactNode;
  /** Further controls of a film. */
  tools?: ReactNode;
}

interface Stopped {
  media: HTMLMediaElement;
  position: number;
  playing: boolean;
  rate: number;
}

/** A player that requests a new link when the old one has expired, and continues. */
export function Recording(props: RecordingProps) {
  const { id, kind, title, length, cover, src, renew, memory, tracks, tools } = props;
  const [link, setLink] = useState<{ url: string; after?: Stopped }>({ url: src });
  const renewed = useRef(false);
  const onError = (event: SyntheticEvent) => {
    const media = event.target;
    // Once in a row: a file that also fails with a new link has failed.
    if (!(media instanceof HTMLMediaElement) || renewed.current) return;
    renewed.current = true;
    event.stopPropagation();
    const after = { media, position: media.currentTime, playing: !media.paused, rate: media.playbackRate };
    void renew().then((url) => url && setLink({ url, after }));
  };
  const onPlaying = () => {
    renewed.current = false;
  };
  useEffect(() => {
    if (link.after) takeUp(link.after);
  }, [link]);
  return (
    <div onErrorCapture={onError} onPlayingCapture={onPlaying}>
      {kind === 'video' ? (
        <VideoPlayer id={id} src={link.url} title={title} memory={memory} cover={cover} tools={tools}>
          {tracks}
        </VideoPlayer>
      ) : (
        <AudioPlayer
          id={id}
          src={link.url}
          title={title}
          length={length}
          memory={memory}
          className="max-w-(--measure) border-y border-border py-5 max-sm:min-h-36.5"
        />
      )}
    </div>
  );
}

function takeUp({ media, position, playing, rate }: Stopped): void {
  media.load();
  media.currentTime = position;
  media.playbackRate = rate;
  if (playing) media.play().catch((reason: unknown) => console.warn('the recording did not go on', reason));
}
