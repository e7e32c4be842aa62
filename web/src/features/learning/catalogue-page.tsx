import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useFollowedPlan } from '@/entities/held';
import { useSearchParams } from '@/lib/router';
import { ButtonLink, Link } from '@/ui/link';
import { LoadFailed } from '@/ui/loaded';
import { Loading, Skeleton } from '@/ui/skeleton';
import { Empty } from '@/ui/start/empty';
import { SearchBox } from '@/widgets/search-box';
import { type CatalogueSection, sectionsOf } from './catalogue';
import { CourseGrid, RankedCourse, WideCourse } from './course-card';
import { FoundLessons, useFoundLessons } from './found-lessons';
import { FIRST_CATEGORY, learningPaths } from './links';
import { type Begun, begunQuery, type Course, coursesQuery, learningKeys } from './queries';
import { learningText } from './text';

/** The category and the search that the address names. */
export function useCatalogueFilters(): { category: string; search: string } {
  const [params] = useSearchParams();
  return { category: params.get('categoria') || FIRST_CATEGORY, search: params.get('busca') ?? '' };
}

export function CataloguePage({ userId }: { userId: string }) {
  const { category, search } = useCatalogueFilters();
  const courses = useQuery(coursesQuery());
  const begun = useQuery(begunQuery());
  useFollowedPlan(userId, [{ queryKey: learningKeys.courses }]);
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <h1 className="type-display-3">{learningText.title}</h1>
        <SearchBox
          search={search || undefined}
          label={learningText.searchPlaceholder}
          action={learningPaths.catalogue()}
          addressOf={(wanted, present) =>
            learningPaths.catalogue({
              category: present.get('categoria') ?? undefined,
              search: wanted || undefined,
            })
          }
          className="w-full sm:w-96"
        />
      </div>
      {courses.data && begun.data ? (
        <Sections courses={courses.data} begun={begun.data} category={category} search={search} />
      ) : courses.isError || begun.isError ? (
        <div className="mt-10">
          <LoadFailed
            title="Não foi possível carregar os cursos."
            query={{ refetch: () => Promise.all([courses.refetch(), begun.refetch()]) }}
          />
        </div>
      ) : (
        <CatalogueSkeleton />
      )}
    </>
  );
}

interface SectionsProps {
  courses: readonly Course[];
  begun: readonly Begun[];
  category: string;
  search: string;
}

function Sections({ courses, begun, category, search }: SectionsProps) {
  const sections = useMemo(() => sectionsOf(courses, begun, category, search), [courses, begun, category, search]);
  const lessons = useFoundLessons(search);
  const isNothing = sections.length === 0 && !(search && (lessons.isPending || lessons.data?.length));
  const byCourse = useMemo(() => new Map(begun.map((one) => [one.course_id, one])), [begun]);
  return (
    <>
      {search && (
        <p aria-live="polite" className="sr-only">
          {isNothing ? learningText.nothingFound : `Cursos e aulas encontrados para ${search}.`}
        </p>
      )}
      {isNothing && (
        <Empty title={learningText.nothingFound} className="mt-10">
          <ButtonLink href={learningPaths.catalogue({ category: 'todos' })} variant="line" size="small">
            Ver todos os cursos
          </ButtonLink>
        </Empty>
      )}
      {sections.map((section) => (
        <Section key={section.id} section={section} begun={byCourse} />
      ))}
      {search && <FoundLessons search={search} lessons={lessons} />}
    </>
  );
}

function Section({ section, begun }: { section: CatalogueSection; begun: ReadonlyMap<string, Begun> }) {
  const { id, title, look, courses, total } = section;
  return (
    <section
      aria-labelledby={`section-${id}`}
      className="mt-[clamp(2.25rem,4vw,3.5rem)] border-t border-border-strong pt-4"
    >
      <div className="mb-5 flex items-baseline justify-between gap-4">
        <h2 id={`section-${id}`} className="type-title-1">
          {title}
        </h2>
        {total > courses.length && (
          <Link
            href={learningPaths.catalogue({ category: id })}
            className="min-h-11 shrink-0 content-center text-small underline decoration-north underline-offset-4 hover:decoration-2 lg:min-h-0"
          >
            Ver todos os {total}
            <span className="sr-only"> cursos: {title}</span>
          </Link>
        )}
      </div>
      {look === 'grid' ? (
        <CourseGrid courses={courses} begun={begun} accent={id === 'vender'} />
      ) : (
        <ul className={look === 'wide' ? 'grid gap-(--gutter) xl:grid-cols-2' : 'divide-y divide-border'}>
          {courses.map((course, index) => (
            <li key={course.id}>
              {look === 'wide' ? (
                <WideCourse course={course} begun={begun.get(course.id)} />
              ) : (
                <RankedCourse course={course} begun={begun.get(course.id)} place={index + 1} />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function CatalogueSkeleton() {
  return (
    <Loading label="Carregando os cursos">
      <div className="mt-10 grid gap-(--gutter) border-t border-border-strong pt-14 sm:grid-cols-2 xl:grid-cols-3">
        {[1, 2, 3].map((tile) => (
          <div key={tile} className="grid gap-3">
            <Skeleton className="aspect-8/5 w-full" />
            <Skeleton className="h-6 w-2/3" />
            <Skeleton className="h-12 w-full" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
