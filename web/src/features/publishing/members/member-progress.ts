/** Stores how far a member is: at intervals, and at once when they stop. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { ask } from '@/lib/backend';
import { begunKey, type Progress, progressQuery } from './member-queries';

/** A position: `position` in the content's own unit, `progress` in percent. */
export interface Place {
  position: number;
  progress: number;
  completed: boolean;
}

/** Takes a new position; `last` where it is stored at once. */
export type KeepPlace = (place: Place, last: boolean) => void;

/** The shortest interval between two writes. */
const PACE_MS = 15_000;
const COMPLETE = 95;

export function placeAt(position: number, whole: number): Place {
  const share = whole > 0 ? Math.round((position / whole) * 100) : 0;
  const progress = Math.min(100, Math.max(0, share));
  return { position: Math.max(0, Math.floor(position)), progress, completed: progress >= COMPLETE };
}

/** Merges a new position: finished stays finished, and progress does not go back. */
export function merged(before: Progress | undefined, place: Place, now: string): Omit<Progress, 'content_id'> {
  const completed_at = before?.completed_at ?? (place.completed ? now : null);
  return {
    position: place.position,
    progress: completed_at ? 100 : place.progress,
    completed_at,
    updated_at: now,
  };
}

async function write(userId: string, contentId: string, known: Omit<Progress, 'content_id'>): Promise<void> {
  const { position, progress, completed_at } = known;
  const row = { content_id: contentId, user_id: userId, position, progress, completed_at };
  await ask((client) => client.from('content_progress').upsert(row, { onConflict: 'content_id,user_id' }));
}

/**
 * The writer for one content. It writes positions at intervals; `last` writes at once. A failed write is retried with the
 * next position.
 */
export function useProgressWriter(userId: string, contentId: string): KeepPlace {
  const queryClient = useQueryClient();
  const pending = useRef<Place>(undefined);
  const written = useRef({ at: Number.NEGATIVE_INFINITY, position: -1 });
  const writing = useRef(Promise.resolve());

  const flush = useCallback(() => {
    const place = pending.current;
    if (!place || place.position === written.current.position) return;
    pending.current = undefined;
    written.current = { at: performance.now(), position: place.position };
    const { queryKey } = progressQuery(userId);
    const before = queryClient.getQueryData(queryKey);
    const known = merged(before?.get(contentId), place, new Date().toISOString());
    queryClient.setQueryData(queryKey, new Map(before).set(contentId, { content_id: contentId, ...known }));
    // In sequence: the last position wins.
    writing.current = writing.current
      .then(() => write(userId, contentId, known))
      .then(
        // The next page may have read it before this write.
        () => queryClient.invalidateQueries({ queryKey: begunKey(userId) }),
        (reason: unknown) => {
          written.current = { at: Number.NEGATIVE_INFINITY, position: -1 };
          console.warn('the progress could not be kept', reason);
        },
      );
  }, [queryClient, userId, contentId]);

  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState === 'hidden') flush();
    };
    document.addEventListener('visibilitychange', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      flush();
    };
  }, [flush]);

  return useCallback(
    (place, last) => {
      pending.current = place;
      if (last || performance.now() - written.current.at >= PACE_MS) flush();
    },
    [flush],
  );
}
