import { useEffect, useState } from 'react';
import { useLateNavigate } from '@/lib/router';
import { Button } from '@/ui/button';
import { ButtonLink } from '@/ui/link';
import { learningPaths } from './links';
import type { Lesson } from './queries';

/** The time to stop the next lesson from beginning. */
const SECONDS = 5;

/** Offers the next lesson; with `plays` it begins by itself unless that is stopped. */
export function NextLesson({ lesson, plays }: { lesson: Lesson; plays: boolean }) {
  const navigate = useLateNavigate();
  const [left, setLeft] = useState<number | undefined>(plays ? SECONDS : undefined);
  useEffect(() => {
    if (left === undefined) return;
    if (left === 0) {
      navigate(learningPaths.lesson(lesson.id));
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, lesson.id, navigate]);
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-4 border border-border bg-card p-5">
      <div className="min-w-0">
        <p role="status" className="type-meta">
          {left === undefined ? 'A seguir' : `Próxima aula em ${left} s`}
        </p>
        <p className="mt-0.5 type-title-3">{lesson.title}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {left !== undefined && (
          <Button variant="ghost" size="small" onClick={() => setLeft(undefined)}>
            Ficar nesta aula
          </Button>
        )}
        <ButtonLink href={learningPaths.lesson(lesson.id)} size="small">
          Próxima aula
        </ButtonLink>
      </div>
    </div>
  );
}
