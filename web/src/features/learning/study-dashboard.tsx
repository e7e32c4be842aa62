import { useQuery } from '@tanstack/react-query';
import { formatCount, formatShortDate } from '@/lib/format';
import { useNow } from '@/lib/use-now';
import { ButtonLink, Link } from '@/ui/link';
import { LoadFailed } from '@/ui/loaded';
import { Progress } from '@/ui/progress';
import { Loading, Skeleton } from '@/ui/skeleton';
import { CertificateList } from './certificate-list';
import { learningPaths } from './links';
import { begunQuery, coursesQuery, settingsQuery, studyDaysQuery } from './queries';
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
      <WeeksChart weeks={weeks} />
      <section aria-labelledby="own-courses" className="mt-10 border-t border-border-strong pt-4">
        <h2 id="own-courses" className="mb-4 type-title-1">
          Meus cursos
        </h2>
        {begun.length === 0 && <p className="type-ui text-muted-foreground">Nenhum curso começado ainda.</p>}
        <ul className="divide-y divide-border">
          {begun.map((one) => {
            const course = courses.find(({ id }) => id === one.course_id);
            return (
              course && (
                <li
                  key={course.id}
                  className="grid items-center gap-x-8 gap-y-2 py-4 sm:grid-cols-[minmax(0,1fr)_18rem]"
                >
                  <Link
                    href={learningPaths.course(course.id)}
                    className="type-title-3 decoration-north underline-offset-4 hover:underline"
                  >
                    {course.title}
                    <span className="block type-meta">
                      {formatCount(one.finished_lessons, 'aula concluída', 'aulas concluídas')} de {course.lessons}
                    </span>
                  </Link>
                  <Progress value={one.progress} />
                </li>
              )
            );
          })}
        </ul>
      </section>
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

const CHART = { height: 140, bar: 10, gap: 16 };

/** Time studied by week. SVG because its sizes are attributes, which the content security policy allows. */
function WeeksChart({ weeks }: { weeks: readonly StudyWeek[] }) {
  const most = Math.max(...weeks.map(({ seconds }) => seconds), 60);
  const width = weeks.length * (CHART.bar + CHART.gap);
  return (
    <section aria-labelledby="weeks" className="mt-10 border-t border-border-strong pt-4">
      <h2 id="weeks" className="mb-4 type-title-1">
        Tempo de estudo por semana
      </h2>
      <svg
        aria-hidden="true"
        focusable="false"
        viewBox={`0 0 ${width} ${CHART.height}`}
        preserveAspectRatio="none"
        className="h-36 w-full border-b border-border-strong"
      >
        {weeks.map(({ monday, seconds }, index) => {
          const height = (seconds / most) * (CHART.height - 8);
          return (
            <rect
              key={monday}
              x={index * (CHART.bar + CHART.gap) + CHART.gap / 2}
              y={CHART.height - height}
              width={CHART.bar}
              height={height}
              className={index === weeks.length - 1 ? 'fill-north' : 'fill-foreground'}
            />
          );
        })}
      </svg>
      <table className="mt-4 w-full text-small">
        <caption className="sr-only">Tempo e aulas por semana</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Semana de</th>
            <th scope="col">Tempo</th>
            <th scope="col">Aulas concluídas</th>
          </tr>
        </thead>
        <tbody>
          {weeks
            .toReversed()
            .filter(({ seconds, lessons }) => seconds > 0 || lessons > 0)
            .map(({ monday, seconds, lessons }) => (
              <tr key={monday} className="border-b border-border">
                <th scope="row" className="py-2 text-left font-normal">
                  Semana de {formatShortDate(`${monday}T15:00:00Z`)}
                </th>
                <td className="py-2 text-right tabular-nums">{durationText(seconds)}</td>
                <td className="py-2 text-right text-muted-foreground">{formatCount(lessons, 'aula', 'aulas')}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}
