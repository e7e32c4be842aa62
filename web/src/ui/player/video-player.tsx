/** A video player: the browser's controls, with cover, speed and stored position once their code is loaded. */
import { type ComponentType, type ReactNode, useRef, useState } from 'react';
import type { Memory } from './controls/position';
import type { VideoControlsProps } from './controls/video-controls';
import { useNear } from './use-near';

export interface VideoPlayerProps {
  id: string;
  memory?: Memory | undefined;
  src: string;
  title: string;
  /** Fills the frame until the video plays, which costs no request. */
  cover: ReactNode;
  /** Tracks of captions. */
  children?: ReactNode;
  /** Further controls, in the row below the film. */
  tools?: ReactNode;
}

export function VideoPlayer({ id, memory, src, title, cover, children, tools }: VideoPlayerProps) {
  const frame = useRef<HTMLElement>(null);
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [started, setStarted] = useState(false);
  const [Controls, setControls] = useState<ComponentType<VideoControlsProps>>();
  useNear(frame, () => {
    import('./controls/video-controls').then(
      ({ VideoControls }) => setControls(() => VideoControls),
      (reason: unknown) => console.warn('the player could not be loaded', reason),
    );
  });
  const ours = Controls !== undefined && video !== null;
  return (
    <figure ref={frame} aria-label={`Vídeo: ${title}`} className="relative">
      <div className="relative aspect-video overflow-hidden bg-block">
        {!started && cover}
        {/* biome-ignore lint/a11y/useMediaCaption: captions are passed as children where there are any */}
        <video
          ref={setVideo}
          src={src}
          controls={!ours || started}
          preload="none"
          playsInline
          aria-label={title}
          onPlay={() => setStarted(true)}
          className="absolute inset-0 size-full"
        >
          {children}
        </video>
      </div>
      {/* The row below the film is kept free, so that nothing moves when its controls come. */}
      <div className="min-h-13 noscript:hidden">
        {ours && <Controls id={id} memory={memory} video={video} src={src} tools={tools} />}
      </div>
    </figure>
  );
}
