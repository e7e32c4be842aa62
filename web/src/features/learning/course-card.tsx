import { BookOpen, Lock, Star, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { CourseCover } from '@/entities/course/course-cover';
import { useClosedPlan } from '@/entities/held';
import { fromPlan } from '@/entities/opening-plan';
import { cx } from '@/lib/cx';
import { formatCount, formatNumber } from '@/lib/format';
import { Badge } from '@/ui/badge';
import { Link } from '@/ui/link';
import { Progress } from '@/ui/progress';
import { learningPaths } from './links';
import type { Begun, Course } from './queries';

/** Tags on a card. */
const MAX_TAGS = 2;

const titleHover = 'underline-offset-4 decoration-north decoration-2 group-hover:underline';

export interface CourseCardProps {
  course: Course;
  begun: Begun | undefined;
  accent?: boolean;
}

/** Returns the link of a course: the lesson to go on with, or the page of the course. */
export const courseHref = (course: Course, begun: Begun | undefined) =>
  begun?.next_lesson_id && begun.progress > 0
    ? learningPaths.lesson(begun.next_lesson_id)
    : learningPaths.course(course.id);

export function CourseLabels({ course, className }: { course: Course; className?: string }) {
  return (
    <p className={cx('flex flex-wrap gap-2', className)}>
      <Badge tone="line">{course.level}</Badge>
      {course.tags.slice(0, MAX_TAGS).map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
    </p>
  );
}

export function CourseFigures({ course, className }: { course: Course; className?: string }) {
  const plan = useClosedPlan(course.entitlement);
  return (
    <p className={cx('flex flex-wrap items-center gap-x-4 gap-y-1 type-meta tabular-nums', className)}>
      <Figure icon={<BookOpen aria-hidden="true" className="size-4" strokeWidth={1.6} />}>
        {course.duration || formatCount(course.lessons, 'aula', 'aulas')}
      </Figure>
      <Figure icon={<Users aria-hidden="true" className="size-4" strokeWidth={1.6} />}>
        {formatNumber(course.students_count)}
        <span className="sr-only"> {course.students_count === 1 ? 'aluno' : 'alunos'}</span>
      </Figure>
      {course.reviews_count > 0 && (
        <Figure icon={<Star aria-hidden="true" className="size-4" strokeWidth={1.6} />}>
          <span className="sr-only">nota </span>
          {formatNumber(course.rating, 1)}
        </Figure>
      )}
      {plan && (
        <Figure icon={<Lock aria-hidden="true" className="size-4" strokeWidth={1.6} />}>{fromPlan(plan)}</Figure>
      )}
    </p>
  );
}

function Figure({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {icon}
      {children}
    </span>
  );
}

const Instructor = ({ course, className }: { course: Course; className?: string }) =>
  course.instructor ? <p className={cx('type-meta', className)}>Com {course.instructor}</p> : null;

/** A course being studied: cover and text side by side. */
export function WideCourse({ course, begun }: CourseCardProps) {
  return (
    <Link
      href={courseHref(course, begun)}
      className="group grid h-full border border-border bg-card transition-colors duration-(--dur-1) hover:border-foreground sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
    >
      <CourseCover course={course} className="min-h-36 sm:h-full" />
      <div className="grid content-between gap-4 p-5">
        <div className="grid gap-2">
          <CourseLabels course={course} />
          <h3 className={cx('type-title-2', titleHover)}>{course.title}</h3>
          <p className="text-base leading-normal text-foreground-2">{course.description}</p>
          <CourseFigures course={course} />
          <Instructor course={course} />
        </div>
        {begun && <Progress value={begun.progress} />}
      </div>
    </Link>
  );
}

/** A course in a numbered list. */
export function RankedCourse({ course, begun, place }: CourseCardProps & { place: number }) {
  return (
    <Link
      href={courseHref(course, begun)}
      className="group grid grid-cols-[2.25rem_minmax(0,1fr)] items-center gap-x-5 gap-y-2 py-5 sm:grid-cols-[3.5rem_9rem_minmax(0,1fr)_auto]"
    >
      <span aria-hidden="true" className="self-start type-display-3 sm:self-center">
        {place}
      </span>
      <CourseCover course={course} className="h-24 max-sm:hidden" />
      <div className="grid gap-1.5">
        <h3 className={cx('type-title-2', titleHover)}>{course.title}</h3>
        <p className="text-base leading-normal text-foreground-2">{course.description}</p>
        <CourseFigures course={course} />
        {begun && begun.progress > 0 && <Progress value={begun.progress} className="max-w-80" />}
        <CourseLabels course={course} className="sm:hidden" />
        <Instructor course={course} className="sm:hidden" />
      </div>
      <div className="grid justify-items-end gap-2 max-sm:hidden">
        <CourseLabels course={course} className="justify-end" />
        <Instructor course={course} />
      </div>
    </Link>
  );
}

/** A course in a grid; compact ones are rows with a small cover on phones. */
export function CourseTile({
  course,
  begun,
  accent = false,
  compact = false,
}: CourseCardProps & { compact?: boolean }) {
  const onWide = compact ? 'max-sm:hidden' : undefined;
  return (
    <Link
      href={courseHref(course, begun)}
      className={cx('group block', compact && 'max-sm:grid max-sm:grid-cols-[6rem_minmax(0,1fr)] max-sm:gap-x-4')}
    >
      <CourseCover course={course} accent={accent} className={cx('aspect-8/5', compact && 'max-sm:self-start')} />
      <div className="min-w-0">
        <CourseLabels course={course} className={cx('mt-3', onWide)} />
        <h3 className={cx('type-title-2 [overflow-wrap:anywhere]', titleHover, compact ? 'sm:mt-2' : 'mt-2')}>
          {course.title}
        </h3>
        <p className={cx('mt-1.5 text-base leading-normal text-foreground-2', onWide)}>{course.description}</p>
        <CourseFigures course={course} className="mt-2" />
        <Instructor course={course} className={cx('mt-1.5', onWide)} />
        {begun && begun.progress > 0 && <Progress value={begun.progress} className="mt-3" />}
      </div>
    </Link>
  );
}

interface CourseGridProps {
  courses: readonly Course[];
  begun: ReadonlyMap<string, Begun>;
  /** The first cover is vermilion. */
  accent?: boolean;
  compact?: boolean;
}

export function CourseGrid({ courses, begun, accent = false, compact = false }: CourseGridProps) {
  return (
    <ul
      className={cx(
        'grid gap-x-(--gutter) sm:grid-cols-2 sm:gap-y-10 xl:grid-cols-3',
        compact ? 'gap-y-6' : 'gap-y-10',
      )}
    >
      {courses.map((course, index) => (
        <li key={course.id}>
          <CourseTile course={course} begun={begun.get(course.id)} accent={accent && index === 0} compact={compact} />
        </li>
      ))}
    </ul>
  );
}
