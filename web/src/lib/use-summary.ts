import { useEffect, useRef, useState } from 'react';

/** Screen readers are not interrupted more often. */
const PAUSE_MS = 10_000;

/** Time for which a text waits that came up now, after the last one was announced. */
export const pauseLeft = (now: number, announcedAt: number): number => Math.max(0, announcedAt + PAUSE_MS - now);

/** The text for a live region: the newest, at most one in ten seconds. */
export function useSummary(text: string): string {
  const [announced, setAnnounced] = useState('');
  const announcedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const timer = setTimeout(
      () => {
        if (text) announcedAt.current = Date.now();
        setAnnounced(text);
      },
      text ? pauseLeft(Date.now(), announcedAt.current) : 0,
    );
    return () => clearTimeout(timer);
  }, [text]);
  return announced;
}
