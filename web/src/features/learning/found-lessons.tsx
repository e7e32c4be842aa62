import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Database } from '@/generated/database';
import { ask } from '@/lib/backend';
import { searchWords } from '@/lib/search-text';
import { Link } from '@/ui/link';
import { LoadFailed } from '@/ui/loaded';
import { clock } from '@/ui/player/controls/position';
import { Highlight } from '@/widgets/highlight';
import { learningPaths } from './links';
import { type LessonKind, learningKeys } from './queries';
import { durationText, LESSON_KINDS } from './text';

export type FoundLesson = Database['public']['Functions']['search_lessons']['Returns'][number];

function foundLessonsQuery(search: string) {
  return queryOptions({
    queryKey: learningKeys.foundLessons(search),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Promise<FoundLesson[]> =>
      ask((client) => client.rpc('search_lessons', { search }).abortSignal(signal)),
  });
}

/** The lessons that the search finds, by title or by what is said in them. */
export function useFoundLessons(search: string) {
  return useQuery({ ...foundLessonsQuery(search), enabled: search !== '' });
}

export interface FoundLessonsProps {
  search: string;
  lessons: ReturnType<typeof useFoundLessons>;
}

/** Found lessons; where the words are said, links to the place. */
export function FoundLessons({ search, lessons }: FoundLessonsProps) {
  const words = useMemo(() => searchWords(search), [search]);
  if (lessons.isError) return <LoadFailed title="Não foi possível buscar nas aulas." query={lessons} />;
  if (!lessons.data?.length) return null;
  return (
    <section
      aria-labelledby="found-lessons"
      className="mt-[clamp(2.25rem,4vw,3.5rem)] border-t border-border-strong pt-4"
    >
      <h2 id="found-lessons" className="mb-3 type-title-1">
        Aulas
      </h2>
      <ul className="divide-y divide-border border-b border-border">
        {lessons.data.map((lesson) => (
          <li key={lesson.id} className="py-4">
            <h3 className="type-title-3">
              <Link href={learningPaths.lesson(lesson.id)} className="hover:text-north">
                <Highlight text={lesson.title} words={words} />
              </Link>
            </h3>
            <p className="mt-1 type-meta">
              {lesson.course_title} · {LESSON_KINDS[lesson.kind as LessonKind]}
              {lesson.duration_seconds > 0 && ` · ${durationText(lesson.duration_seconds)}`}
            </p>
            {lesson.summary && (
              <p className="mt-1 max-w-(--measure) text-base leading-normal text-foreground-2">
                <Highlight text={lesson.summary} words={words} />
              </p>
            )}
            <ul className="mt-2 empty:hidden">
              {lesson.places.map(({ at_seconds: at, text }) => (
                <li key={at}>
                  <Link
                    href={`${learningPaths.lesson(lesson.id)}?t=${at}`}
                    className="grid min-h-11 grid-cols-[3.5rem_minmax(0,1fr)] items-center text-base leading-normal text-foreground-2 hover:text-foreground"
                  >
                    <span className="text-small text-muted-foreground tabular-nums">{clock(at)}</span>
                    <span className="wrap-anywhere">
                      <Highlight text={text} words={words} />
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
