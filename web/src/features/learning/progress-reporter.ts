/** Reports what a member does in a lesson: at intervals, when it stops, and what waited while offline. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { Functions } from '@/generated/functions';
import { callFunctionLast, functionAnswer } from '@/lib/functions';
import { addPending, type Pending, readPending, takePending } from './pending';
import { learningKeys } from './queries';

/** The shortest interval between two reports. */
const PACE_MS = 15_000;
/** Lessons in one report. */
const MOST_LESSONS = 20;

type Saved = Functions['save-lesson-progress']['response']['lessons'][number];
type Report = Functions['save-lesson-progress']['request']['reports'][number];

export interface Reporter {
  /** Notes a place and what was played to get there; `now` sends at once. */
  note: (done: Omit<Pending, 'measuredAt'>, now?: boolean) => void;
  /** Marks the lesson as finished, or not any more. */
  finish: (isFinished: boolean) => Promise<void>;
}

function reportOf(lesson: string, { position, measuredAt, played, isAtEnd }: Pending): Report {
  return {
    lesson_id: lesson,
    position: Math.max(0, Math.floor(position)),
    seconds_ago: Math.max(0, Math.round((Date.now() - measuredAt) / 1000)),
    played: played.map(([from, to]) => [from, to]),
    is_at_end: isAtEnd,
  };
}

const reportsOf = (pending: Record<string, Pending>): Report[] =>
  Object.entries(pending).map(([lesson, done]) => reportOf(lesson, done));

export function useReporter(userId: string, lesson: string, onSaved: (saved: Saved) => void): Reporter {
  const queryClient = useQueryClient();
  const sentAt = useRef(performance.now());
  const sending = useRef<Promise<void>>(Promise.resolve());
  const saved = useRef(onSaved);
  saved.current = onSaved;

  const applied = useCallback(
    (lessons: readonly Saved[]) => {
      const own = lessons.find(({ lesson_id: id }) => id === lesson);
      if (own) saved.current(own);
      void queryClient.invalidateQueries({ queryKey: learningKeys.begun });
      if (lessons.some(({ completed_at: at }) => at)) {
        void queryClient.invalidateQueries({ queryKey: learningKeys.states });
        void queryClient.invalidateQueries({ queryKey: learningKeys.days });
        void queryClient.invalidateQueries({ queryKey: learningKeys.ranking });
      }
    },
    [queryClient, lesson],
  );

  const flush = useCallback(() => {
    sentAt.current = performance.now();
    sending.current = sending.current.then(async () => {
      const pending = takePending(userId, MOST_LESSONS);
      const reports = reportsOf(pending);
      if (reports.length === 0) return;
      try {
        applied((await functionAnswer('save-lesson-progress', { reports })).lessons);
      } catch (reason) {
        console.warn('the progress could not be saved yet', reason);
        for (const [id, done] of Object.entries(pending)) addPending(userId, id, done);
      }
    });
  }, [userId, applied]);

  useEffect(() => {
    // What waited from before, and whatever comes when the network is back.
    if (Object.keys(readPending(userId)).length > 0) flush();
    const onLeave = () => {
      if (document.visibilityState !== 'hidden') return;
      const pending = takePending(userId, MOST_LESSONS);
      if (Object.keys(pending).length === 0) return;
      callFunctionLast('save-lesson-progress', { reports: reportsOf(pending) }).catch((reason: unknown) => {
        console.warn('the last progress could not be sent', reason);
        for (const [id, done] of Object.entries(pending)) addPending(userId, id, done);
      });
    };
    document.addEventListener('visibilitychange', onLeave);
    window.addEventListener('online', flush);
    return () => {
      document.removeEventListener('visibilitychange', onLeave);
      window.removeEventListener('online', flush);
      flush();
    };
  }, [userId, flush]);

  return useMemo(
    () => ({
      note: (done, now = false) => {
        addPending(userId, lesson, { ...done, measuredAt: Date.now() });
        if (now || performance.now() - sentAt.current >= PACE_MS) flush();
      },
      finish: async (isFinished) => {
        const waiting = readPending(userId)[lesson];
        const position = Math.max(0, Math.floor(waiting?.position ?? 0));
        const reports = [
          { lesson_id: lesson, position, is_finished: isFinished, seconds_ago: waiting ? 0 : 30 * 86_400 },
        ];
        applied((await functionAnswer('save-lesson-progress', { reports })).lessons);
      },
    }),
    [userId, lesson, flush, applied],
  );
}
