import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '@/app/pages';
import { durationText, LESSON_KINDS } from '@/entities/course/course';
import { CourseCover } from '@/entities/course/course-cover';
import { LESSON_KIND_ICONS } from '@/entities/course/lesson-kind-icon';
import { fromPlan, type OpeningPlan, useSimplestPlan } from '@/entities/opening-plan';
import { formatCount, formatNumber } from '@/lib/format';
import { fillPath } from '@/lib/route-match';
import { BackLink } from '@/ui/back-link';
import { Badge } from '@/ui/badge';
import { ButtonLink, GoLink } from '@/ui/link';
import { Missing } from '@/ui/reading/missing';
import { Section } from '@/ui/section';
import type { PublicCourse, PublicLesson, PublicReview, Sample } from './queries';
import { SampleLesson } from './sample-lesson';
import { accessText, closedText, lessonsOf, secondsOf } from './text';

export interface CoursePageProps {
  course: PublicCourse;
  sample: Sample | null;
  reviews: readonly PublicReview[];
}

/** A published course for visitors: what it teaches, one lesson of it, and what opens the rest. */
export function CoursePage({ course, sample, reviews }: CoursePageProps) {
  const plan = useSimplestPlan(course.entitlement);
  return (
    <>
      <Opening course={course} plan={plan} hasSample={sample !== null} />
      {sample && <SampleLesson course={course} sample={sample} />}
      <Section
        label="Programa"
        labelIsHeading
        note={`${formatCount(course.course_modules.length, 'módulo', 'módulos')}, ${formatCount(lessonsOf(course).length, 'aula', 'aulas')}`}
        className={sample ? 'pb-(--sp-section)' : 'py-(--sp-section)'}
      >
        <Programme course={course} plan={plan} />
      </Section>
      <Reviews course={course} reviews={reviews} />
      <section aria-labelledby="plans" className="on-block relative overflow-hidden bg-block text-block-foreground">
        <div className="wrap py-[clamp(3.5rem,6vw,6rem)]">
          <h2 id="plans" className="max-w-[20ch] type-display-3">
            {accessText(course, plan)}.
          </h2>
          <p className="mt-4 max-w-[52ch] text-body text-block-muted">
            A assinatura abre as aulas deste curso, guarda onde você parou
            {course.has_certificate && ' e dá o certificado a quem conclui'}.{plan && ` ${fromPlan(plan)}.`}
          </p>
          <ButtonLink href={paths.pricing} variant="paper" className="mt-8 max-sm:w-full">
            Conhecer os planos
          </ButtonLink>
        </div>
      </section>
    </>
  );
}

interface Planned {
  course: PublicCourse;
  /** The simplest one that opens it. */
  plan: OpeningPlan | undefined;
}

function Opening({ course, plan, hasSample }: Planned & { hasSample: boolean }) {
  const lessons = lessonsOf(course);
  return (
    <header className="wrap grid-page gap-y-10 pt-6 pb-[clamp(1rem,2vw,2rem)]">
      <BackLink href={paths.courses} className="col-span-full">
        Cursos
      </BackLink>
      <div className="col-span-full lg:col-span-7">
        <p className="flex flex-wrap gap-2">
          <Badge tone="line">{course.level}</Badge>
          {course.tags.slice(0, 3).map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </p>
        <h1 className="mt-5 type-display-2">{course.title}</h1>
        {course.description && <p className="mt-6 max-w-[52ch] type-lede">{course.description}</p>}
        <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
          <ButtonLink href={paths.pricing} className="max-sm:w-full">
            Conhecer os planos
          </ButtonLink>
          {hasSample && (
            <a
              href="#amostra"
              className="inline-flex min-h-11 items-center font-label type-ui underline decoration-north underline-offset-4 hover:decoration-2"
            >
              Ver a aula de amostra
            </a>
          )}
        </div>
      </div>
      <div className="col-span-full lg:col-span-4 lg:col-start-9">
        <CourseCover course={course} className="aspect-8/5" />
        <dl className="mt-6 grid gap-x-8 gap-y-4 type-ui sm:max-lg:grid-cols-2">
          <Fact name="Carga horária">
            {durationText(secondsOf(lessons))} em {formatCount(lessons.length, 'aula', 'aulas')}
          </Fact>
          {course.instructor && <Fact name="Com">{course.instructor}</Fact>}
          {course.requirements && <Fact name="O que é preciso">{course.requirements}</Fact>}
          {plan && <Fact name="Quem abre">{fromPlan(plan)}</Fact>}
          {course.has_certificate && <Fact name="Ao concluir">Certificado que qualquer pessoa pode conferir</Fact>}
        </dl>
        <GoLink href={fillPath(paths.membersCourse, { id: course.id })} className="mt-3">
          Já assino: abrir o curso
        </GoLink>
      </div>
    </header>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="border-t border-border pt-3">
      <dt className="type-meta">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}

function Programme({ course, plan }: Planned) {
  return (
    <ol className="grid gap-9">
      {course.course_modules.map(({ id, title, lessons }, index) => (
        <li key={id}>
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h3 className="type-title-1">
              {index + 1}. {title}
            </h3>
            <p className="type-meta tabular-nums">
              {formatCount(lessons.length, 'aula', 'aulas')}, {durationText(secondsOf(lessons))}
            </p>
          </div>
          <ol className="mt-3 divide-y divide-border border-y border-border">
            {lessons.map((lesson) => (
              <LessonRow key={lesson.id} course={course} plan={plan} lesson={lesson} />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}

function LessonRow({ course, plan, lesson }: Planned & { lesson: PublicLesson }) {
  const isOpen = lesson.is_sample && lesson.kind !== 'quiz';
  const Icon = isOpen ? LESSON_KIND_ICONS[lesson.kind] : Lock;
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] items-start gap-x-3 py-3.5 type-ui">
      <Icon aria-hidden="true" className="mt-0.5 size-4.5 text-muted-foreground" strokeWidth={1.6} />
      <div className="grid gap-0.5">
        {isOpen ? (
          <a href="#amostra" className="justify-self-start underline decoration-north underline-offset-4">
            {lesson.title}
          </a>
        ) : (
          <p>{lesson.title}</p>
        )}
        {lesson.summary && <p className="type-meta">{lesson.summary}</p>}
        <p className="type-meta">
          {LESSON_KINDS[lesson.kind]} · {isOpen ? 'aberta a todos' : closedText(course, lesson, plan)}
        </p>
      </div>
      <p className="flex items-center gap-2 type-meta tabular-nums">
        {isOpen && <Badge tone="soon">Amostra</Badge>}
        {lesson.duration_seconds > 0 && durationText(lesson.duration_seconds)}
      </p>
    </li>
  );
}

function Reviews({ course, reviews }: Pick<CoursePageProps, 'course' | 'reviews'>) {
  if (course.reviews_count === 0) return null;
  const written = reviews.filter((review) => review.content);
  return (
    <Section
      label="Avaliações"
      labelIsHeading
      note={formatCount(course.reviews_count, 'avaliação de quem fez o curso', 'avaliações de quem fez o curso')}
      className="pb-(--sp-section)"
    >
      <p className="flex items-end gap-3">
        <span className="type-numeral text-[clamp(4rem,2.6rem+6.4vw,6rem)]">{formatNumber(course.rating, 1)}</span>
        <span className="pb-2 type-meta">de 5</span>
      </p>
      {written.length > 0 && (
        <ul className="mt-8 grid gap-x-(--gutter) gap-y-8 sm:grid-cols-2">
          {written.map((review) => (
            <li key={`${review.created_at} ${review.content}`} className="border-l-3 border-border pl-5">
              <p className="text-base leading-normal">{review.content}</p>
              <p className="mt-2 type-meta">Nota {review.rating} de 5</p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** Unknown courses and drafts look the same. */
export function NoCourse() {
  return (
    <Missing
      seed="curso"
      title="Curso não encontrado"
      text="O curso mudou de endereço ou saiu do catálogo."
      href={paths.courses}
      action="Ver todos os cursos"
    />
  );
}
