import { useQuery } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import type { Visit } from '@/app/routes';
import { CATEGORIES } from '@/entities/course/course';
import { Head } from '@/entities/head';
import { openingPlansQuery } from '@/entities/opening-plan';
import { useSite } from '@/entities/site';
import { breadcrumbs, collectionPage } from '@/entities/structured-data';
import { CourseList } from '@/features/courses/course-list';
import { publicCoursesQuery } from '@/features/courses/queries';
import { useSearchParams } from '@/lib/router';
import { ButtonLink } from '@/ui/link';
import { PageState } from '@/ui/page-state';

async function prefetch({ search, queryClient }: Visit) {
  await Promise.all([queryClient.ensureQueryData(publicCoursesQuery), queryClient.ensureQueryData(openingPlansQuery)]);
  const wanted = search.get('categoria');
  return { status: !wanted || categoryOf(search) ? 200 : 404 };
}

/** The category that the address names, where there is such a one. */
const categoryOf = (search: URLSearchParams) => CATEGORIES.find(({ id }) => id === search.get('categoria'));

function CoursesRoute() {
  const site = useSite();
  const [search] = useSearchParams();
  const category = categoryOf(search);
  const { data: courses, isError, refetch } = useQuery(publicCoursesQuery);
  const here = { name: 'Cursos', path: paths.courses };
  return (
    <>
      <Head
        title={category ? `Cursos: ${category.title}` : 'Cursos'}
        description="Os cursos que a assinatura abre, com programa completo, avaliações e uma aula de amostra de cada um."
        canonicalPath={paths.courses}
        structuredData={
          import.meta.env.SSR && [
            breadcrumbs(site, [here]),
            collectionPage(
              site,
              here,
              (courses ?? []).map(({ id, title }) => ({ name: title, path: paths.course(id) })),
            ),
          ]
        }
      />
      <header className="wrap grid-page items-end gap-y-6 pt-[clamp(3rem,6vw,6rem)] pb-[clamp(2rem,4vw,3.5rem)]">
        <h1 className="col-span-full type-display-1 lg:col-span-7">Cursos</h1>
        <div className="col-span-full lg:col-span-4 lg:col-start-9">
          <p className="type-lede">
            Veja o programa e assista a uma aula de cada curso. A assinatura abre as outras e guarda onde você parou.
          </p>
          <ButtonLink href={paths.pricing} className="mt-6 max-sm:w-full">
            Conhecer os planos
          </ButtonLink>
        </div>
      </header>
      <div className="wrap pb-[clamp(3rem,6vw,6rem)]">
        {courses ? (
          <CourseList courses={courses} category={category?.id} />
        ) : (
          <PageState failed={isError} onRetry={refetch} />
        )}
      </div>
    </>
  );
}

export default Object.assign(CoursesRoute, { prefetch });
