import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { CourseCover } from '@/entities/course/course-cover';
import { useClosedPlan, useFollowedPlan } from '@/entities/held';
import { nameOf, profilesQuery } from '@/entities/member';
import { formatCount, formatDate, formatNumber } from '@/lib/format';
import { Button } from '@/ui/button';
import { ButtonLink, Link } from '@/ui/link';
import { LoadFailed } from '@/ui/loaded';
import { Progress } from '@/ui/progress';
import { Loading, Skeleton } from '@/ui/skeleton';
import { Empty } from '@/ui/start/empty';
import { ClosedByPlan } from '@/widgets/closed-by-plan';
import { CertificateButton } from './certificate-button';
import { CourseFigures, CourseLabels } from './course-card';
import { FavoriteButton } from './favorite-button';
import { learningPaths } from './links';
import { Programme } from './programme';
import {
  type CourseState,
  courseQuery,
  courseStateQuery,
  learningKeys,
  reviewsQuery,
  type WholeCourse,
} from './queries';
import { ReviewDialog } from './review-dialog';
import { durationText, learningText } from './text';

export function CoursePage({ id, userId }: { id: string; userId: string }) {
  const course = useQuery(courseQuery(id));
  const state = useQuery(courseStateQuery(id));
  useFollowedPlan(userId, [{ queryKey: learningKeys.state(id) }]);
  if (course.data === null) return <NoCourse />;
  if (course.data === undefined || state.isLoading) {
    return course.isError ? (
      <LoadFailed title="Não foi possível carregar o curso." query={course} />
    ) : (
      <CourseSkeleton />
    );
  }
  return <WholeCoursePage course={course.data} state={state.data ?? undefined} userId={userId} />;
}

export function NoCourse() {
  return (
    <Empty isPage title="Este curso não existe mais." description="Ele pode ter sido retirado do catálogo.">
      <ButtonLink href={learningPaths.catalogue({ category: 'todos' })} variant="line" size="small">
        Ver todos os cursos
      </ButtonLink>
    </Empty>
  );
}

interface WholeProps {
  course: WholeCourse;
  state: CourseState | undefined;
  userId: string;
}

function WholeCoursePage({ course, state, userId }: WholeProps) {
  const lessons = course.course_modules.flatMap((module) => module.lessons);
  const seconds = lessons.reduce((sum, lesson) => sum + lesson.duration_seconds, 0);
  const plan = useClosedPlan(course.entitlement);
  return (
    <div className="grid gap-x-[clamp(2rem,4vw,4rem)] gap-y-10 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="min-w-0">
        <Link
          href={learningPaths.catalogue()}
          className="inline-flex min-h-11 items-center gap-1.5 type-meta hover:text-foreground"
        >
          <ArrowLeft aria-hidden="true" className="size-4" strokeWidth={1.6} />
          {learningText.title}
        </Link>
        <h1 className="mt-1 type-display-3">{course.title}</h1>
        {course.description && <p className="mt-4 max-w-[60ch] type-lede">{course.description}</p>}
        <CourseLabels course={course} className="mt-4" />
        <CourseFigures course={course} className="mt-3" />
        <div className="mt-6 flex min-h-13 flex-wrap items-center gap-3">
          <GoOn state={state} />
          {state?.completed_at && course.has_certificate && (
            <CertificateButton subject={{ course_id: course.id }} userId={userId} />
          )}
          <FavoriteButton course={course.id} userId={userId} />
        </div>
        {plan && <ClosedByPlan plan={plan} what="Este curso" back={learningPaths.course(course.id)} className="mt-8" />}
        <section aria-labelledby="programme" className="mt-12 border-t border-border-strong pt-5">
          <h2 id="programme" className="mb-6 type-title-1">
            Programa
          </h2>
          <Programme modules={course.course_modules} state={state} />
        </section>
        <Reviews course={course} userId={userId} isStudent={Boolean(state?.joined_at)} />
      </div>
      <aside aria-label="Sobre o curso" className="grid content-start gap-6 xl:order-last">
        <CourseCover course={course} className="aspect-8/5 max-xl:hidden" />
        {state && state.progress > 0 && <Progress value={state.progress} />}
        <dl className="grid gap-4 border-t border-border pt-4 type-ui">
          <Fact name="Duração">{durationText(seconds)}</Fact>
          {course.instructor && <Fact name="Instrutor">{course.instructor}</Fact>}
          {course.requirements && <Fact name="O que é preciso">{course.requirements}</Fact>}
          {state?.completed_at && <Fact name="Concluído">{finishedText(state)}</Fact>}
        </dl>
      </aside>
    </div>
  );
}

/** 'Concluído · 1 aula nova': lessons that were added later do not take the end back. */
function finishedText({ completed_at: at, lessons }: CourseState): string {
  const added = Object.values(lessons).filter((lesson) => !lesson.completed_at).length;
  const day = at ? `Em ${formatDate(at)}` : '';
  return added ? `${day} · ${formatCount(added, 'aula nova', 'aulas novas')}` : day;
}

function GoOn({ state }: { state: CourseState | undefined }) {
  if (!state) return <Skeleton className="h-13 w-40" />;
  const { next_lesson_id: next, progress, joined_at: joined } = state;
  if (!next) return null;
  return <ButtonLink href={learningPaths.lesson(next)}>{joined && progress > 0 ? 'Continuar' : 'Começar'}</ButtonLink>;
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="type-meta">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}

function Reviews({ course, userId, isStudent }: { course: WholeCourse; userId: string; isStudent: boolean }) {
  const reviews = useQuery(reviewsQuery(course.id));
  const { data: profiles } = useQuery(profilesQuery(reviews.data?.map((review) => review.user_id) ?? []));
  const [writing, setWriting] = useState(false);
  const own = reviews.data?.find((review) => review.user_id === userId);
  const written = reviews.data?.filter((review) => review.content) ?? [];
  if (!isStudent && course.reviews_count === 0) return null;
  return (
    <section aria-labelledby="reviews" className="mt-12 border-t border-border-strong pt-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="reviews" className="type-title-1">
          Avaliações
          {course.reviews_count > 0 && (
            <span className="text-muted-foreground">
              {' '}
              ({formatNumber(course.rating, 1)} em {formatNumber(course.reviews_count)})
            </span>
          )}
        </h2>
        {isStudent && (
          <Button variant="line" size="small" onClick={() => setWriting(true)}>
            {own ? 'Mudar a minha avaliação' : 'Avaliar o curso'}
          </Button>
        )}
      </div>
      <ul className="mt-4 grid gap-6 sm:grid-cols-2">
        {written.map((review) => (
          <li key={review.user_id} className="border-l-3 border-border pl-4">
            <p className="type-meta">
              {nameOf(profiles?.get(review.user_id))} · nota {review.rating} de 5
            </p>
            <p className="mt-1 text-base leading-normal">{review.content}</p>
          </li>
        ))}
      </ul>
      <ReviewDialog
        key={`${own?.rating} ${own?.content}`}
        course={course.id}
        userId={userId}
        own={own}
        open={writing}
        onClose={() => setWriting(false)}
      />
    </section>
  );
}

function CourseSkeleton() {
  return (
    <Loading label="Carregando o curso">
      <div className="grid max-w-3xl gap-4">
        <Skeleton className="h-5 w-48" />
        <Skeleton className="h-12 w-2/3" />
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-11 w-40" />
        <Skeleton className="mt-8 h-80 w-full" />
      </div>
    </Loading>
  );
}
