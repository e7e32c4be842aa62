import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight, CircleCheck, Lock as LockIcon } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { paths } from '@/app/pages';
import { useClosedPlan, useFollowedPlan } from '@/entities/held';
import { Button } from '@/ui/button';
import { ButtonLink, Link } from '@/ui/link';
import { LoadFailed } from '@/ui/loaded';
import { Loading, Skeleton } from '@/ui/skeleton';
import { Empty } from '@/ui/start/empty';
import { ClosedByPlan } from '@/widgets/closed-by-plan';
import { useAction } from '@/widgets/use-action';
import { LessonsButton } from './course-lessons';
import { NoCourse } from './course-page';
import { LessonKeys } from './keys/lesson-keys';
import { LessonContent } from './lesson-content';
import { learningPaths } from './links';
import { NextLesson } from './next-lesson';
import { Notes } from './notes';
import { type Stop, useReporter } from './progress-reporter';
import {
  type CourseState,
  courseQuery,
  courseStateQuery,
  type Lesson,
  type Lock,
  learningKeys,
  lessonFileQuery,
  lessonQuery,
  type OpenedLesson,
  settingsQuery,
  type WholeCourse,
} from './queries';
import { durationText, FINISHING, LESSON_KINDS, lockText, STOPPED } from './text';

export interface LessonPageProps {
  id: string;
  userId: string;
  /** Texts of members about the lesson. They are shown to those to whom it is open. */
  discussion: ReactNode;
}

export function LessonPage({ id, userId, discussion }: LessonPageProps) {
  const opened = useQuery(lessonQuery(id));
  const courseId = opened.data?.course_id ?? '';
  const course = useQuery({ ...courseQuery(courseId), enabled: courseId !== '' });
  const state = useQuery({ ...courseStateQuery(courseId), enabled: courseId !== '' });
  const file = opened.data?.file_url ?? '';
  const link = useQuery({ ...lessonFileQuery(id, file), enabled: file !== '' });
  // Without the link to its file: another one would stop the player.
  useFollowedPlan(userId, [
    { queryKey: learningKeys.lesson(id), exact: true },
    { queryKey: learningKeys.state(courseId) },
  ]);
  if (opened.data === null || course.data === null) return <NoCourse />;
  if (opened.isError || course.isError || state.isError) {
    const refetch = () => Promise.all([opened.refetch(), course.refetch(), state.refetch()]);
    return <LoadFailed title="Não foi possível abrir a aula." query={{ refetch }} />;
  }
  // A player that came after the text would move it.
  if (!opened.data || !course.data || !state.data || link.isLoading) return <LessonSkeleton />;
  const lesson = { id, opened: opened.data, course: course.data, state: state.data, userId, discussion };
  return <OneLesson key={id} {...lesson} />;
}

interface OneLessonProps {
  id: string;
  opened: OpenedLesson;
  course: WholeCourse;
  state: CourseState;
  userId: string;
  discussion: ReactNode;
}

function OneLesson({ id, opened, course, state, userId, discussion }: OneLessonProps) {
  const lessons = course.course_modules.flatMap((module) => module.lessons);
  const index = lessons.findIndex((lesson) => lesson.id === id);
  const lesson = lessons[index];
  if (!lesson) return <NoCourse />;
  const module = course.course_modules.find((one) => one.lessons.includes(lesson));
  return (
    <article className="min-w-0 max-w-256">
      <Link
        href={learningPaths.course(course.id)}
        className="inline-flex min-h-11 items-center gap-1.5 type-meta hover:text-foreground"
      >
        <ArrowLeft aria-hidden="true" className="size-4" strokeWidth={1.6} />
        {course.title}
      </Link>
      <LessonsButton course={course} state={state} current={id}>
        Aula {index + 1} de {lessons.length}
      </LessonsButton>
      <h1 className="mt-1 type-display-3">{lesson.title}</h1>
      <p className="mt-3 type-meta">
        Aula {index + 1} de {lessons.length}
        {module && ` · ${module.title}`} · {LESSON_KINDS[lesson.kind]}
        {lesson.duration_seconds > 0 && ` · ${durationText(lesson.duration_seconds)}`}
      </p>
      {opened.lock ? (
        <ClosedLesson id={id} lock={opened.lock} course={course.id} />
      ) : (
        <OpenLesson
          lesson={lesson}
          opened={opened}
          course={course}
          userId={userId}
          discussion={discussion}
          previous={lessons[index - 1]}
          next={lessons[index + 1]}
        />
      )}
    </article>
  );
}

function ClosedLesson({ id, lock, course }: { id: string; lock: Lock; course: string }) {
  const plan = useClosedPlan(lock.because === 'plan' ? lock.entitlement : undefined);
  if (plan) return <ClosedByPlan plan={plan} what="Esta aula" back={learningPaths.lesson(id)} className="mt-8" />;
  const way =
    lock.because === 'lesson'
      ? { href: learningPaths.lesson(lock.lesson_id), label: 'Ir para essa aula' }
      : lock.because === 'course'
        ? { href: learningPaths.course(lock.course_id), label: 'Ir para esse curso' }
        : lock.because === 'programme'
          ? { href: learningPaths.place('programas'), label: 'Ver os programas' }
          : lock.because === 'plan' || lock.because === 'access'
            ? { href: paths.pricing, label: 'Ver os planos' }
            : { href: learningPaths.course(course), label: 'Ver o programa do curso' };
  return (
    <Empty icon={LockIcon} title="Esta aula ainda não está aberta." description={lockText(lock)} className="mt-8">
      <ButtonLink href={way.href} variant="line" size="small">
        {way.label}
      </ButtonLink>
    </Empty>
  );
}

interface OpenLessonProps {
  lesson: Lesson;
  opened: OpenedLesson;
  course: WholeCourse;
  userId: string;
  discussion: ReactNode;
  previous: Lesson | undefined;
  next: Lesson | undefined;
}

function OpenLesson({ lesson, opened, course, userId, discussion, previous, next }: OpenLessonProps) {
  const [completedAt, setCompletedAt] = useState(opened.completed_at);
  const [courseEndedAt, setCourseEndedAt] = useState<string | null>(null);
  const [endedNow, setEndedNow] = useState(false);
  const { data: settings } = useQuery(settingsQuery(userId));
  const position = useRef(0);
  const [stop, setStop] = useState<Stop>();
  const reporter = useReporter({
    userId,
    lesson: lesson.id,
    keeps: opened.keeps_progress,
    onSaved: (saved) => {
      setStop(undefined);
      setCompletedAt(saved.completed_at);
      if (saved.course_progress === 100) setCourseEndedAt(saved.course_completed_at);
    },
    onStopped: setStop,
  });
  const finishing = useAction({
    run: (isFinished: boolean) => reporter.finish(isFinished),
    failure: 'Não foi possível salvar a conclusão da aula.',
  });
  return (
    <>
      {stop && (
        <p role="alert" className="mt-5 border-l-3 border-warning bg-warning-tint px-4 py-3 text-base">
          {STOPPED[stop]}
        </p>
      )}
      <LessonContent
        lesson={lesson}
        opened={opened}
        course={course}
        userId={userId}
        settings={settings}
        reporter={reporter}
        onPosition={(seconds) => {
          position.current = seconds;
        }}
        onEnded={() => setEndedNow(true)}
        onPassed={(at) => {
          setCompletedAt(at);
          setEndedNow(true);
        }}
      />
      {endedNow && next && <NextLesson lesson={next} plays={settings?.plays_next ?? false} />}
      <div className="mt-10 grid gap-3 border-y border-border py-5">
        <div className="flex flex-wrap items-center justify-between gap-4">
          {completedAt ? (
            <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 font-label type-ui text-success">
              <CircleCheck aria-hidden="true" className="size-4.5" strokeWidth={1.8} />
              {courseEndedAt ? 'Curso concluído' : 'Aula concluída'}
              {lesson.kind !== 'quiz' && (
                <Button variant="ghost" size="small" busy={finishing.isPending} onClick={() => finishing.mutate(false)}>
                  Desfazer
                </Button>
              )}
            </p>
          ) : lesson.kind === 'quiz' || !opened.keeps_progress ? (
            <span />
          ) : (
            <Button
              variant="line"
              size="small"
              busy={finishing.isPending}
              busyLabel="Salvando..."
              onClick={() => finishing.mutate(true)}
            >
              <CircleCheck aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
              Marcar como concluída
            </Button>
          )}
          <nav aria-label="Aulas vizinhas" className="flex flex-wrap gap-2">
            {previous && (
              <ButtonLink href={learningPaths.lesson(previous.id)} variant="ghost" size="small">
                <ArrowLeft aria-hidden="true" className="size-4" strokeWidth={1.6} />
                Anterior
                <span className="sr-only">: {previous.title}</span>
              </ButtonLink>
            )}
            {next && !endedNow && (
              <ButtonLink href={learningPaths.lesson(next.id)} variant={completedAt ? 'primary' : 'line'} size="small">
                Próxima aula
                <span className="sr-only">: {next.title}</span>
                <ArrowRight aria-hidden="true" className="size-4" strokeWidth={1.6} />
              </ButtonLink>
            )}
          </nav>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <p className="type-meta">{!completedAt && FINISHING[lesson.kind]}</p>
          <LessonKeys lesson={lesson} userId={userId} previous={previous} next={next} />
        </div>
      </div>
      <Notes lesson={lesson} userId={userId} positionOf={() => position.current} />
      {discussion}
    </>
  );
}

function LessonSkeleton() {
  return (
    <Loading label="Abrindo a aula">
      <div className="grid max-w-3xl gap-4">
        <Skeleton className="h-5 w-48" />
        <Skeleton className="h-12 w-2/3" />
        <Skeleton className="mt-4 aspect-video w-full" />
      </div>
    </Loading>
  );
}
