/** Follows changes of rows as long as a page shows them. */
import { useEffect, useRef, useState } from 'react';
import type { Followed, LiveHandlers } from './live-events';
import { whenShown } from './shown';

/** Follows rows while the component is mounted. Returns true while changes have not arrived for more than five seconds. */
export function useLive(followed: readonly Followed[], handlers: LiveHandlers): boolean {
  const [offline, setOffline] = useState(false);
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  const key = JSON.stringify(followed);
  useEffect(() => {
    let isGone = false;
    let stop: (() => void) | undefined;
    whenShown()
      .then(() => import('./follow'))
      .then(({ follow }) => {
        if (isGone) return;
        stop = follow(JSON.parse(key), {
          onEvent: (event) => latest.current.onEvent(event),
          onGap: () => latest.current.onGap(),
          onConnection: setOffline,
        });
      })
      .catch((reason: unknown) => {
        console.error('changes cannot be followed', reason);
        if (!isGone) setOffline(true);
      });
    return () => {
      isGone = true;
      stop?.();
    };
  }, [key]);
  return offline;
}
