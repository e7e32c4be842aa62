import { paths } from '@/app/pages';
import { CATEGORIES } from '@/entities/course/course';
import { CourseCover } from '@/entities/course/course-cover';
import { useSimplestPlan } from '@/entities/opening-plan';
import { formatCount, formatNumber } from '@/lib/format';
import { Badge } from '@/ui/badge';
import { ChipLink } from '@/ui/chip';
import { ButtonLink, Link } from '@/ui/link';
import { Empty } from '@/ui/start/empty';
import type { ListedCourse } from './queries';

/** Tags on a card. */
const MAX_TAGS = 2;

/** The published courses for visitors, all of them or those of a category. */
export function CourseList({ courses, category }: { courses: readonly ListedCourse[]; category: string | undefined }) {
  const shown = category ? courses.filter(({ categories }) => categories.includes(category)) : courses;
  const filled = CATEGORIES.filter(({ id }) => courses.some(({ categories }) => categories.includes(id)));
  if (courses.length === 0) {
    return (
      <Empty title="Nenhum curso publicado ainda." description="Os primeiros cursos chegam em breve.">
        <ButtonLink href={paths.contents} size="small">
          Ver os conteúdos
        </ButtonLink>
      </Empty>
    );
  }
  return (
    <>
      <nav aria-label="Categorias" className="bleed-x flex gap-2 py-1 lg:mx-0 lg:flex-wrap lg:px-0">
        <ChipLink href={paths.courses} current={!category}>
          Todos
        </ChipLink>
        {filled.map(({ id, label }) => (
          <ChipLink key={id} href={paths.coursesOf(id)} current={id === category}>
            {label}
          </ChipLink>
        ))}
      </nav>
      <p className="mt-5 type-meta">{formatCount(shown.length, 'curso', 'cursos')}</p>
      <ul className="mt-3 grid gap-x-(--gutter) gap-y-10 border-t border-border-strong pt-5 sm:grid-cols-2 xl:grid-cols-3">
        {shown.map((course, index) => (
          <li key={course.id}>
            <CourseCard course={course} accent={index === 0} />
          </li>
        ))}
      </ul>
    </>
  );
}

function CourseCard({ course, accent }: { course: ListedCourse; accent: boolean }) {
  const plan = useSimplestPlan(course.entitlement);
  const facts = [
    formatCount(course.lessons, 'aula', 'aulas'),
    course.reviews_count > 0 && `nota ${formatNumber(course.rating, 1)} de 5`,
    course.instructor && `com ${course.instructor}`,
    plan && `a partir do plano ${plan.name}`,
  ];
  return (
    <Link href={paths.course(course.id)} className="group block">
      <CourseCover course={course} accent={accent} className="aspect-8/5" />
      <p className="mt-3 flex flex-wrap gap-2">
        <Badge tone="line">{course.level}</Badge>
        {course.tags.slice(0, MAX_TAGS).map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </p>
      <h2 className="mt-2 type-title-2 decoration-north decoration-2 underline-offset-4 group-hover:underline">
        {course.title}
      </h2>
      {course.description && <p className="mt-1.5 text-base leading-normal text-foreground-2">{course.description}</p>}
      <p className="mt-2 type-meta">{facts.filter(Boolean).join(' · ')}</p>
    </Link>
  );
}
