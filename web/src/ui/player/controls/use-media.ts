/** The state of a media element, and its stored position. */
import { useEffect, useRef, useState } from 'react';
import type { Memory } from './position';

export interface MediaState {
  playing: boolean;
  /** True if it has played at least once, or was sought. */
  started: boolean;
  position: number;
  /** Duration in seconds, or 0 while it is unknown. */
  duration: number;
  rate: number;
  failed: boolean;
}

const EVENTS = [
  ...[
    'play',
    'pause',
    'ended',
    'timeupdate',
    'seeked',
    'durationchange',
    'loadedmetadata',
    'ratechange',
    'emptied',
    'error',
  ],
] as const;

/** Seconds between two writes of the position. */
const STEP = 5;

function read(media: HTMLMediaElement): MediaState {
  return {
    playing: !media.paused && !media.ended,
    started: !media.paused || media.played.length > 0 || media.currentTime > 0,
    position: media.currentTime,
    duration: Number.isFinite(media.duration) ? media.duration : 0,
    rate: media.playbackRate,
    failed: media.error !== null,
  };
}

export function useMedia(media: HTMLMediaElement): MediaState {
  const [state, setState] = useState(() => read(media));
  useEffect(() => {
    const update = () => setState(read(media));
    update();
    for (const name of EVENTS) media.addEventListener(name, update);
    return () => {
      for (const name of EVENTS) media.removeEventListener(name, update);
    };
  }, [media]);
  return state;
}

/** Stores the position during playback. Returns the one stored before this page was opened. */
export function useKeptPosition(media: HTMLMediaElement, memory: Memory): number | undefined {
  const [left] = useState(memory.left);
  const latest = useRef(memory);
  latest.current = memory;
  const written = useRef(0);
  useEffect(() => {
    const keep = (last: boolean) => {
      written.current = media.currentTime;
      latest.current.keep(media.currentTime, media.duration, last);
    };
    const onTime = () => {
      if (Math.abs(media.currentTime - written.current) >= STEP) keep(false);
    };
    // Closing the page fires no pause event. A recording never played has nothing to store.
    const onLeave = () => {
      if (media.played.length > 0) keep(true);
    };
    const onHide = () => {
      if (document.visibilityState === 'hidden') onLeave();
    };
    media.addEventListener('timeupdate', onTime);
    media.addEventListener('pause', onLeave);
    media.addEventListener('ended', onLeave);
    window.addEventListener('pagehide', onLeave);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      onLeave();
      media.removeEventListener('timeupdate', onTime);
      media.removeEventListener('pause', onLeave);
      media.removeEventListener('ended', onLeave);
      window.removeEventListener('pagehide', onLeave);
      document.removeEventListener('visibilitychange', onHide);
    };
  }, [media]);
  return left;
}

/** Plays, and pauses all other media on the page. A failure fires its `error` event; pausing at once is none. */
export function play(media: HTMLMediaElement, from?: number): void {
  for (const other of document.querySelectorAll<HTMLMediaElement>('audio, video')) {
    if (other !== media) other.pause();
  }
  if (from !== undefined) media.currentTime = from;
  media.play().catch((reason: unknown) => {
    const isPaused = reason instanceof DOMException && reason.name === 'AbortError';
    if (!isPaused) console.warn('the recording did not start', reason);
  });
}

/** Skips `seconds`, within the recording. */
export function skip(media: HTMLMediaElement, seconds: number): void {
  const end = Number.isFinite(media.duration) ? media.duration : Number.POSITIVE_INFINITY;
  media.currentTime = Math.min(Math.max(0, media.currentTime + seconds), end);
}
