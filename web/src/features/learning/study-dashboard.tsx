import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { formatCount, formatDate, formatShortDate } from '@/lib/format';
import { useNow } from '@/lib/use-now';
import { ButtonLink, Link } from '@/ui/link';
import { LoadFailed } from '@/ui/loaded';
import { Progress } from '@/ui/progress';
import { Loading, Skeleton } from '@/ui/skeleton';
import { CertificateList } from './certificate-list';
import { learningPaths } from './links';
import { type Begun, begunQuery, type Course, coursesQuery, settingsQuery, studyDaysQuery } from './queries';
import { dayOf, type StudyWeek, WEEKS, weeksInARow, weeksOf } from './study-days';
import { durationText } from './text';

const DAY_MS = 24 * 60 * 60 * 1000;

export function StudyDashboard({ userId }: { userId: string }) {
  const now = useNow();
  const days = useQuery(studyDaysQuery(dayOf(now - WEEKS * 7 * DAY_MS)));
  const { data: settings, isLoading: isLoadingSettings } = useQuery(settingsQuery(userId));
  const { data: courses = [], isLoading: isLoadingCourses } = useQuery(coursesQuery());
  const { data: begun = [], isLoading: isLoadingBegun } = useQuery(begunQuery());
  const heading = <h1 className="type-display-3">Dashboard</h1>;
  if (!days.data || isLoadingSettings || isLoadingCourses || isLoadingBegun) {
    return (
      <>
        {heading}
        {days.isError ? (
          <LoadFailed title="Não foi possível carregar os seus números." query={days} />
        ) : (
          <Loading label="Carregando os seus números">
            <Skeleton className="mt-8 h-24 w-full" />
            <Skeleton className="mt-6 h-64 w-full" />
          </Loading>
        )}
      </>
    );
  }
  const weeks = weeksOf(days.data, now);
  const present = weeks.at(-1) ?? { monday: '', seconds: 0, lessons: 0 };
  const goal = (settings?.weekly_minutes ?? 0) * 60;
  const total = weeks.reduce((sum, { seconds }) => sum + seconds, 0);
  const finished = begun.filter(({ completed_at: at }) => at).length;
  const inARow = weeksInARow(weeks);
  return (
    <>
      {heading}
      <dl className="mt-7 grid gap-px border border-border bg-border grid-cols-2 xl:grid-cols-4">
        <Figure name="Nesta semana">{durationText(present.seconds)}</Figure>
        <Figure name={`Nas últimas ${WEEKS} semanas`}>{durationText(total)}</Figure>
        <Figure name="Semanas seguidas com estudo">{inARow}</Figure>
        <Figure name="Cursos concluídos">{finished}</Figure>
      </dl>
      {goal > 0 && (
        <section aria-labelledby="goal" className="mt-10 border-t border-border-strong pt-4">
          <h2 id="goal" className="mb-4 type-title-1">
            Meta da semana
          </h2>
          <Progress value={(present.seconds / goal) * 100} />
          <p className="mt-2 type-meta">
            {present.seconds >= goal
              ? `A meta de ${durationText(goal)} está cumprida.`
              : `Faltam ${durationText(goal - present.seconds)} para ${durationText(goal)}.`}{' '}
            <Link href={learningPaths.place('configuracoes')} className="underline underline-offset-4">
              Mudar a meta
            </Link>
          </p>
        </section>
      )}
      <Weeks weeks={weeks} />
      <OwnCourses courses={courses} begun={begun} />
      <CertificateList userId={userId} />
      <section aria-labelledby="own-notes" className="mt-10 border-t border-border-strong pt-4">
        <h2 id="own-notes" className="mb-3 type-title-1">
          Minhas anotações
        </h2>
        <ButtonLink href={learningPaths.place('anotacoes')} variant="line" size="small">
          Ver e buscar em todas
        </ButtonLink>
      </section>
    </>
  );
}

function Figure({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="grid content-between gap-0.5 bg-card px-5 py-4">
      <dt className="type-meta">{name}</dt>
      <dd className="type-title-1 tabular-nums">{children}</dd>
    </div>
  );
}

/** Time studied by week, the present one first. SVG because its sizes are attributes, which the content security policy allows. */
function Weeks({ weeks }: { weeks: readonly StudyWeek[] }) {
  const most = Math.max(...weeks.map(({ seconds }) => seconds), 60);
  const cell = 'py-2 text-right whitespace-nowrap tabular-nums';
  return (
    <section aria-labelledby="weeks" className="mt-10 border-t border-border-strong pt-4">
      <h2 id="weeks" className="mb-3 type-title-1">
        Tempo de estudo por semana
      </h2>
      <table className="w-full text-small">
        <thead>
          <tr className="border-b border-border type-meta">
            <th scope="col" className="py-2 text-left font-normal whitespace-nowrap">
              Semana de
            </th>
            <td className="w-full" />
            <th scope="col" className="py-2 text-right font-normal">
              Tempo
            </th>
            <th scope="col" className="py-2 pl-5 text-right font-normal sm:pl-8">
              Aulas
            </th>
          </tr>
        </thead>
        <tbody>
          {weeks.toReversed().map(({ monday, seconds, lessons }, index) => (
            <tr key={monday} className="border-b border-border">
              <th scope="row" className="py-2 text-left font-normal whitespace-nowrap tabular-nums">
                {formatShortDate(`${monday}T15:00:00Z`)}
              </th>
              <td className="w-full px-4 sm:px-8">
                <svg aria-hidden="true" focusable="false" className="block h-3 w-full">
                  <rect
                    width={`${(seconds / most) * 100}%`}
                    height="12"
                    className={index === 0 ? 'fill-north' : 'fill-foreground'}
                  />
                </svg>
              </td>
              <td className={cell}>{seconds > 0 ? durationText(seconds) : '–'}</td>
              <td className={`${cell} text-muted-foreground`}>{lessons > 0 ? lessons : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function OwnCourses({ courses, begun }: { courses: readonly Course[]; begun: readonly Begun[] }) {
  const byId = new Map(courses.map((course) => [course.id, course]));
  const shown = begun.flatMap((own) => {
    const course = byId.get(own.course_id);
    return course ? [{ course, own }] : [];
  });
  const finished = shown.filter(({ own }) => own.completed_at);
  const row = 'group grid min-h-14 items-center gap-x-8 gap-y-1.5 py-3 sm:grid-cols-[minmax(0,1fr)_18rem]';
  const title = 'type-title-3 decoration-north underline-offset-4 [overflow-wrap:anywhere] group-hover:underline';
  return (
    <section aria-labelledby="own-courses" className="mt-10 border-t border-border-strong pt-4">
      <h2 id="own-courses" className="mb-2 type-title-1">
        Meus cursos
      </h2>
      {shown.length === 0 && <p className="mt-4 type-ui text-muted-foreground">Nenhum curso começado ainda.</p>}
      <ul className="divide-y divide-border">
        {shown
          .filter(({ own }) => !own.completed_at)
          .map(({ course, own }) => (
            <li key={course.id}>
              <Link href={learningPaths.course(course.id)} className={row}>
                <span className="min-w-0">
                  <span className={`block ${title}`}>{course.title}</span>
                  <span className="block type-meta tabular-nums">
                    {own.finished_lessons} de {formatCount(course.lessons, 'aula concluída', 'aulas concluídas')}
                  </span>
                </span>
                <Progress value={own.progress} />
              </Link>
            </li>
          ))}
      </ul>
      {finished.length > 0 && (
        <>
          <h3 className="mt-6 border-b border-border pb-2 font-label type-ui">Concluídos</h3>
          <ul className="divide-y divide-border border-b border-border">
            {finished.map(({ course, own }) => (
              <li key={course.id}>
                <Link href={learningPaths.course(course.id)} className={row}>
                  <span className={`min-w-0 ${title}`}>{course.title}</span>
                  <span className="flex items-center gap-1.5 type-meta tabular-nums sm:justify-self-end">
                    <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-success" strokeWidth={1.8} />
                    {own.completed_at && formatDate(own.completed_at)}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
