import '@/styles/article.css';
import { useQuery } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import type { PageProps, Visit } from '@/app/routes';
import { Head } from '@/entities/head';
import { openingPlansQuery } from '@/entities/opening-plan';
import { useSite } from '@/entities/site';
import { CoursePage, NoCourse } from '@/features/courses/course-page';
import { publicCourseQuery, publicReviewsQuery, sampleQuery } from '@/features/courses/queries';
import { courseStructuredData } from '@/features/courses/structured-data';
import { summaryOf } from '@/features/courses/text';
import { PageState } from '@/ui/page-state';

async function prefetch({ params: { id = '' }, queryClient }: Visit) {
  const course = await queryClient.ensureQueryData(publicCourseQuery(id));
  if (!course) return { status: 404 };
  await Promise.all([
    queryClient.ensureQueryData(openingPlansQuery),
    queryClient.ensureQueryData(sampleQuery(id)),
    queryClient.ensureQueryData(publicReviewsQuery(id)),
  ]);
  return { status: 200 };
}

function CourseRoute({ params: { id = '' } }: PageProps) {
  const site = useSite();
  const { data: course, isError, refetch } = useQuery(publicCourseQuery(id));
  const { data: sample } = useQuery({ ...sampleQuery(id), enabled: Boolean(course) });
  const { data: reviews } = useQuery({ ...publicReviewsQuery(id), enabled: Boolean(course) });
  if (course === undefined) return <PageState failed={isError} onRetry={refetch} />;
  if (!course) {
    return (
      <>
        <Head title="Curso não encontrado" description="O curso mudou de endereço ou saiu do catálogo." />
        <NoCourse />
      </>
    );
  }
  return (
    <>
      <Head
        title={course.title}
        description={summaryOf(course)}
        canonicalPath={paths.course(course.id)}
        share={{ label: `Curso · ${course.level}` }}
        structuredData={import.meta.env.SSR && courseStructuredData(site, course)}
      />
      <CoursePage course={course} sample={sample ?? null} reviews={reviews ?? []} />
    </>
  );
}

export default Object.assign(CourseRoute, { prefetch });
