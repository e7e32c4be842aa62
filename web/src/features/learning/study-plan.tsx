import { useQuery } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { formatCount, formatShortDate } from '@/lib/format';
import { Button } from '@/ui/button';
import { Checkbox } from '@/ui/checkbox';
import { InputField } from '@/ui/input-field';
import { Link } from '@/ui/link';
import { LoadFailed } from '@/ui/loaded';
import { Select } from '@/ui/select';
import { Loading, Skeleton } from '@/ui/skeleton';
import { useAction } from '@/widgets/use-action';
import { downloadCalendar, saveStudyPlan } from './actions';
import { ChosenCourses } from './chosen-courses';
import { learningPaths } from './links';
import { type Course, coursesQuery, learningKeys } from './queries';
import { type Planned, type StudyPlan, scheduleQuery, studyPlanQuery } from './study-queries';
import { durationText } from './text';

const WEEKDAYS = [
  ['1', 'Segunda'],
  ['2', 'Terça'],
  ['3', 'Quarta'],
  ['4', 'Quinta'],
  ['5', 'Sexta'],
  ['6', 'Sábado'],
  ['7', 'Domingo'],
] as const;

const MAX_GOAL_LENGTH = 500;
const MINUTES = 60;
const MIN_HOURS = 0.25;
const MAX_HOURS = 60;
const MAX_COURSES = 20;

/** The study plan: what for, how much, on which days; and the days of the lessons that are left. */
export function StudyPlanPage({ userId }: { userId: string }) {
  const plan = useQuery(studyPlanQuery(userId));
  const courses = useQuery(coursesQuery());
  return (
    <>
      <h1 className="type-display-3">Plano de estudo</h1>
      <p className="mt-3 max-w-[60ch] type-ui text-muted-foreground">
        Escolha os cursos e os dias. As datas mudam sozinhas quando você adianta ou atrasa.
      </p>
      {plan.data !== undefined && courses.data ? (
        <div className="mt-8 grid gap-x-[clamp(2rem,4vw,4rem)] gap-y-10 xl:grid-cols-2">
          <PlanForm userId={userId} known={plan.data} courses={courses.data} />
          {plan.data && <Schedule />}
        </div>
      ) : plan.isError || courses.isError ? (
        <div className="mt-8">
          <LoadFailed title="Não foi possível carregar o plano." query={plan.isError ? plan : courses} />
        </div>
      ) : (
        <Loading label="Carregando o plano">
          <Skeleton className="mt-8 h-80 w-full" />
        </Loading>
      )}
    </>
  );
}

interface PlanFormProps {
  userId: string;
  known: StudyPlan | null;
  courses: readonly Course[];
}

function PlanForm({ userId, known, courses }: PlanFormProps) {
  const [goal, setGoal] = useState(known?.goal ?? '');
  const [hours, setHours] = useState(String((known?.weekly_minutes ?? 2 * MINUTES) / MINUTES).replace('.', ','));
  const [weekdays, setWeekdays] = useState<readonly string[]>(known?.weekdays ?? ['2', '4']);
  const [chosen, setChosen] = useState<readonly string[]>(known?.course_ids ?? []);
  const [problems, setProblems] = useState<{ hours?: string; days?: string; courses?: string }>({});
  const saving = useAction({
    run: (plan: StudyPlan) => saveStudyPlan(userId, plan),
    refreshes: [learningKeys.plan, learningKeys.schedule],
    done: { title: 'Plano salvo', description: 'As datas das aulas já estão na lista.' },
    failure: 'Não foi possível salvar o plano.',
  });
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    const wanted = Number(hours.replace(',', '.'));
    const found: typeof problems = {};
    if (!(wanted >= MIN_HOURS && wanted <= MAX_HOURS)) found.hours = `Escreva um número de 0,25 a ${MAX_HOURS}.`;
    if (weekdays.length === 0) found.days = 'Escolha pelo menos um dia.';
    if (chosen.length === 0) found.courses = 'Escolha pelo menos um curso.';
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    saving.mutate({
      goal: goal.trim() || null,
      weekly_minutes: Math.round(wanted * MINUTES),
      weekdays: [...weekdays],
      course_ids: [...chosen],
    });
  };
  const others = courses.filter(({ id }) => !chosen.includes(id));
  return (
    <form onSubmit={submit} noValidate className="grid content-start gap-6">
      <InputField
        label="O que você quer alcançar"
        optional
        value={goal}
        maxLength={MAX_GOAL_LENGTH}
        onChange={(event) => setGoal(event.target.value)}
      />
      <InputField
        label="Horas por semana"
        error={problems.hours}
        inputMode="decimal"
        controlClassName="w-32"
        value={hours}
        onChange={(event) => setHours(event.target.value)}
      />
      <fieldset>
        <legend className="mb-2 font-label text-sm">Dias de estudo</legend>
        <div className="flex flex-wrap gap-x-6">
          {WEEKDAYS.map(([day, label]) => (
            <Checkbox
              key={day}
              checked={weekdays.includes(day)}
              onChange={({ target: { checked } }) =>
                setWeekdays(checked ? [...weekdays, day] : weekdays.filter((one) => one !== day))
              }
            >
              {label}
            </Checkbox>
          ))}
        </div>
        {problems.days && (
          <p role="alert" className="text-small text-destructive">
            {problems.days}
          </p>
        )}
      </fieldset>
      <fieldset>
        <legend className="mb-2 font-label text-sm">Cursos, na ordem em que você quer estudar</legend>
        <ChosenCourses courses={courses} chosen={chosen} onChange={setChosen} />
        {others.length > 0 && chosen.length < MAX_COURSES && (
          <Select
            aria-label="Acrescentar um curso"
            value=""
            onChange={(event) => setChosen([...chosen, event.target.value])}
            className="mt-2"
            options={others.map(({ id, title }) => ({ value: id, label: title }))}
            placeholder="Acrescentar um curso"
          />
        )}
        {problems.courses && (
          <p role="alert" className="mt-2 text-small text-destructive">
            {problems.courses}
          </p>
        )}
      </fieldset>
      <Button type="submit" className="justify-self-start" busy={saving.isPending} busyLabel="Salvando...">
        Salvar plano
      </Button>
    </form>
  );
}

/** Days shown at first. */
const FIRST_DAYS = 14;

function Schedule() {
  const schedule = useQuery(scheduleQuery());
  const [all, setAll] = useState(false);
  const download = useAction({
    run: downloadCalendar,
    failure: 'Não foi possível baixar o calendário.',
  });
  if (!schedule.data) {
    return schedule.isError ? (
      <LoadFailed title="Não foi possível carregar as datas." query={schedule} />
    ) : (
      <Loading label="Carregando as datas">
        <Skeleton className="h-80 w-full" />
      </Loading>
    );
  }
  const days = [...Map.groupBy(schedule.data, ({ day }) => day)];
  const last = days.at(-1);
  return (
    <section aria-labelledby="days">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="days" className="type-title-1">
          Próximas aulas
        </h2>
        {days.length > 0 && (
          <Button variant="line" size="small" busy={download.isPending} onClick={() => download.mutate()}>
            <CalendarDays aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
            Baixar para o calendário
          </Button>
        )}
      </div>
      <p className="mt-2 type-meta">
        {last
          ? `${formatCount(schedule.data.length, 'aula', 'aulas')} até ${formatShortDate(noon(last[0]))}`
          : 'Todas as aulas destes cursos estão concluídas.'}
      </p>
      <ol className="mt-4 border-t border-border">
        {days.slice(0, all ? undefined : FIRST_DAYS).map(([day, lessons]) => (
          <li key={day} className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-4 border-b border-border py-3">
            <span className="type-meta leading-6">{formatShortDate(noon(day))}</span>
            <DayLessons lessons={lessons} />
          </li>
        ))}
      </ol>
      {!all && days.length > FIRST_DAYS && (
        <Button variant="line" size="small" className="mt-4" onClick={() => setAll(true)}>
          Ver todas as datas
        </Button>
      )}
    </section>
  );
}

const noon = (day: string) => `${day}T15:00:00Z`;

function DayLessons({ lessons }: { lessons: readonly Planned[] }) {
  return (
    <ul className="grid gap-3">
      {lessons.map((lesson) => (
        <li key={lesson.lesson_id}>
          <Link
            href={learningPaths.lesson(lesson.lesson_id)}
            className="text-base decoration-north underline-offset-4 hover:underline"
          >
            {lesson.title}
          </Link>
          <span className="block type-meta">
            {lesson.course_title}, {durationText(lesson.minutes * MINUTES)}
          </span>
        </li>
      ))}
    </ul>
  );
}
