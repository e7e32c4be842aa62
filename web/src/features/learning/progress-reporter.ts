/** Reports what a member does in a lesson: at intervals, when it stops, and what waited while offline. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { ErrorCode } from '@/generated/error-codes';
import type { Functions } from '@/generated/functions';
import { type ByCode, isRefusedWith, valueByCode } from '@/lib/errors';
import { callFunctionLast, functionAnswer } from '@/lib/functions';
import {
  type AllPending,
  addPending,
  hasPending,
  type Pending,
  readPending,
  returnPending,
  takePending,
} from './pending';
import { learningKeys } from './queries';

/** The shortest interval between two reports. */
const PACE_MS = 15_000;
/** Refusals of all lessons of a report, which sending them again does not change. */
const FINAL_REFUSALS: readonly ErrorCode[] = ['lesson_not_found', 'lesson_closed', 'lesson_not_opened'];

/** Reason why what is done in a lesson does not count any more. */
export type Stop = 'removed' | 'closed' | 'access';

const STOPS: ByCode<Stop> = {
  lesson_not_found: 'removed',
  lesson_not_opened: 'closed',
  lesson_closed: 'closed',
  no_access: 'access',
};

type Saved = Functions['save-lesson-progress']['response']['lessons'][number];
type Report = Functions['save-lesson-progress']['request']['reports'][number];

export interface Reporter {
  /** Notes a place and what was played to get there; `now` sends at once. */
  note: (done: Omit<Pending, 'measuredAt'>, now?: boolean) => void;
  /** Marks the lesson as finished, or not any more. */
  finish: (isFinished: boolean) => Promise<void>;
}

const tenths = (seconds: number) => Math.round(seconds * 10) / 10;

/**
 * Time at which the last report of this page was answered. The server dates a report by its arrival: what was noted
 * while one was on its way would be older than it, and be dropped.
 */
let answeredAt = 0;

function reportOf(lesson: string, { position, measuredAt, played, isAtEnd }: Pending): Report {
  return {
    lesson_id: lesson,
    position: Math.max(0, Math.floor(position)),
    seconds_ago: Math.max(0, Math.floor((Date.now() - Math.max(measuredAt, answeredAt)) / 1000)),
    played: played.map(([from, to]) => [tenths(from), tenths(to)]),
    is_at_end: isAtEnd,
  };
}

const reportsOf = (pending: AllPending): Report[] =>
  Object.entries(pending).map(([lesson, done]) => reportOf(lesson, done));

interface Outcome {
  onSaved: (lessons: readonly Saved[]) => void;
  /** Called if no progress of these lessons was stored. */
  onStopped: (lessons: readonly string[], stop: Stop) => void;
}

/**
 * Sends what waits, until nothing does. What the server will never take, of lessons that are gone or closed, is
 * dropped.
 */
async function sendPending(userId: string, { onSaved, onStopped }: Outcome): Promise<void> {
  while (hasPending(userId)) {
    const pending = takePending(userId);
    try {
      const { lessons, refused } = await functionAnswer('save-lesson-progress', { reports: reportsOf(pending) });
      onSaved(lessons);
      if (refused.length > 0) onStopped(refused, 'closed');
    } catch (reason) {
      const stop = valueByCode(STOPS, reason);
      if (stop) onStopped(Object.keys(pending), stop);
      if (!FINAL_REFUSALS.some((code) => isRefusedWith(reason, code))) {
        returnPending(userId, pending);
        throw reason;
      }
      console.warn('the progress of lessons is refused', reason);
    }
  }
}

export interface ReporterProps {
  userId: string;
  lesson: string;
  /** True if what is done in the lesson counts. */
  keeps: boolean;
  onSaved: (saved: Saved) => void;
  onStopped: (stop: Stop) => void;
}

export function useReporter({ userId, lesson, keeps, onSaved, onStopped }: ReporterProps): Reporter {
  const queryClient = useQueryClient();
  const sentAt = useRef(performance.now());
  const sending = useRef<Promise<void>>(Promise.resolve());
  const latest = useRef({ onSaved, onStopped });
  latest.current = { onSaved, onStopped };

  const applied = useCallback(
    (lessons: readonly Saved[]) => {
      answeredAt = Date.now();
      const own = lessons.find(({ lesson_id: id }) => id === lesson);
      if (own) latest.current.onSaved(own);
      void queryClient.invalidateQueries({ queryKey: learningKeys.begun });
      if (lessons.some(({ completed_at: at }) => at)) {
        void queryClient.invalidateQueries({ queryKey: learningKeys.states });
        void queryClient.invalidateQueries({ queryKey: learningKeys.days });
        void queryClient.invalidateQueries({ queryKey: learningKeys.ranking });
      }
    },
    [queryClient, lesson],
  );

  const stopped = useCallback(
    (lessons: readonly string[], stop: Stop) => {
      if (lessons.includes(lesson)) latest.current.onStopped(stop);
    },
    [lesson],
  );

  const flush = useCallback(() => {
    sentAt.current = performance.now();
    sending.current = sending.current
      .then(() => sendPending(userId, { onSaved: applied, onStopped: stopped }))
      .catch((reason: unknown) => console.warn('the progress could not be saved yet', reason));
  }, [userId, applied, stopped]);

  useEffect(() => {
    // What waited from before, and whatever comes when the network is back.
    if (hasPending(userId)) flush();
    const onLeave = () => {
      if (document.visibilityState !== 'hidden') return;
      if (!hasPending(userId)) return;
      const pending = takePending(userId);
      callFunctionLast('save-lesson-progress', { reports: reportsOf(pending) }).catch((reason: unknown) => {
        console.warn('the last progress could not be sent', reason);
        returnPending(userId, pending);
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
        if (!keeps) return;
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
    [userId, lesson, keeps, flush, applied],
  );
}
