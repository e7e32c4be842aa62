import { CircleCheck, Lock } from 'lucide-react';
import { LESSON_KIND_ICONS } from '@/entities/course/lesson-kind-icon';
import { cx } from '@/lib/cx';
import { formatCount } from '@/lib/format';
import { Badge } from '@/ui/badge';
import { Link } from '@/ui/link';
import { learningPaths } from './links';
import type { CourseModule, CourseState, Lesson } from './queries';
import { durationText, LESSON_KINDS, lockText } from './text';

export interface ProgrammeProps {
  modules: readonly CourseModule[];
  state: CourseState | undefined;
  /** The open lesson. */
  current?: string;
  /** Beside a lesson: titles only. */
  compact?: boolean;
}

/** The lessons of a course by module: what is finished, what is open, and why the rest is not. */
export function Programme({ modules, state, current, compact = false }: ProgrammeProps) {
  return (
    <ol className="grid gap-7">
      {modules.map(({ id, title, lessons }, index) => (
        <li key={id}>
          <div className="flex items-baseline justify-between gap-4">
            <h3 className={compact ? 'font-label type-ui' : 'type-title-2'}>
              {index + 1}. {title}
            </h3>
            {!compact && (
              <p className="shrink-0 type-meta">
                {formatCount(lessons.length, 'aula', 'aulas')}, {durationText(whole(lessons))}
              </p>
            )}
          </div>
          <ol className={cx('mt-2 border-t border-border', !compact && 'divide-y divide-border border-b')}>
            {lessons.map((lesson) => (
              <li key={lesson.id}>
                <LessonRow
                  lesson={lesson}
                  state={state?.lessons[lesson.id]}
                  isCurrent={lesson.id === current}
                  compact={compact}
                />
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}

const whole = (lessons: readonly Lesson[]) => lessons.reduce((sum, lesson) => sum + lesson.duration_seconds, 0);

interface LessonRowProps {
  lesson: Lesson;
  state: CourseState['lessons'][string] | undefined;
  isCurrent: boolean;
  compact: boolean;
}

function LessonRow({ lesson, state, isCurrent, compact }: LessonRowProps) {
  const lock = state?.lock;
  const isFinished = Boolean(state?.completed_at);
  const Icon = lock ? Lock : isFinished ? CircleCheck : LESSON_KIND_ICONS[lesson.kind];
  return (
    <Link
      href={learningPaths.lesson(lesson.id)}
      aria-current={isCurrent ? 'page' : undefined}
      className={cx(
        'group relative grid grid-cols-[1.25rem_minmax(0,1fr)_auto] items-start gap-x-3',
        compact ? 'py-2 text-small max-lg:py-3' : 'py-3.5 type-ui',
        'aria-[current]:bg-accent aria-[current]:before:absolute aria-[current]:before:inset-y-0 aria-[current]:before:-left-3 aria-[current]:before:w-0.75 aria-[current]:before:bg-north',
      )}
    >
      <Icon
        aria-hidden="true"
        className={cx('mt-0.5 size-4.5', isFinished && !lock ? 'text-success' : 'text-muted-foreground')}
        strokeWidth={1.6}
      />
      <span className="grid gap-0.5">
        <span
          className={cx(
            'decoration-north underline-offset-4 group-hover:underline',
            lock && 'text-muted-foreground',
            isCurrent && 'font-label',
          )}
        >
          {lesson.title}
          <span className="sr-only">
            , {LESSON_KINDS[lesson.kind].toLowerCase()}
            {isFinished && ', concluída'}
          </span>
        </span>
        {!compact && lesson.summary && <span className="type-meta">{lesson.summary}</span>}
        {lock && <span className="type-meta">{lockText(lock)}</span>}
      </span>
      <span className="flex items-center gap-2 type-meta tabular-nums">
        {lesson.is_sample && !compact && <Badge tone="soon">Amostra</Badge>}
        {!lesson.is_published && <Badge>Rascunho</Badge>}
        {lesson.duration_seconds > 0 && durationText(lesson.duration_seconds)}
      </span>
    </Link>
  );
}
