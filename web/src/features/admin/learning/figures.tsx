import { useQuery } from '@tanstack/react-query';
import type { CsvColumn } from '@/lib/csv';
import { formatCount, formatNumber } from '@/lib/format';
import { Loaded } from '@/ui/loaded';
import { Fact } from '@/ui/panel-part';
import { clock } from '@/ui/player/controls/position';
import { Empty } from '@/ui/start/empty';
import { CsvButton } from '@/widgets/csv-button';
import { type Column, DataTable } from '@/widgets/data-table';
import { type Figures as CourseFigures, figuresQuery } from './queries';

type LessonFigures = CourseFigures['lessons'][number] & { started: number };

/** Progress of the students of a course, and the places where they stop. */
export function Figures({ course }: { course: string }) {
  const figures = useQuery(figuresQuery(course));
  return (
    <Loaded
      query={figures}
      failed="Não foi possível carregar os números."
      loading="Carregando os números"
      skeleton={['h-20 w-full', 'mt-8 h-72 w-full']}
    >
      {(loaded) =>
        loaded && loaded.students > 0 ? (
          <Whole figures={loaded} />
        ) : (
          <Empty title="Ninguém começou este curso ainda" description="Os números aparecem com o primeiro aluno." />
        )
      }
    </Loaded>
  );
}

const percent = (part: number, whole: number): number => (whole > 0 ? Math.round((part * 100) / whole) : 0);

function Whole({ figures }: { figures: CourseFigures }) {
  const { students, counted, finished } = figures;
  const lessons = figures.lessons.map((lesson) => ({ ...lesson, started: counted }));
  const worst = lessons.reduce<LessonFigures | undefined>(
    (most, lesson) => (lesson.stopped > (most?.stopped ?? 0) ? lesson : most),
    undefined,
  );
  return (
    <>
      <div className="mb-8 flex flex-wrap items-start justify-between gap-6">
        <dl className="flex flex-wrap gap-x-12 gap-y-4 type-ui">
          <Fact name="Começaram">
            <span className="type-title-1">{formatNumber(students)}</span>
          </Fact>
          <Fact name="Concluíram">
            <span className="type-title-1">
              {formatNumber(finished)} <span className="text-muted-foreground">({percent(finished, counted)}%)</span>
            </span>
          </Fact>
          {worst && <Fact name="Onde mais param">{worst.title}</Fact>}
        </dl>
        <CsvButton name="numeros-do-curso" columns={CSV} rows={async () => lessons} />
      </div>
      {counted < students && (
        <p className="mb-4 type-meta">
          As contas por aula usam {formatCount(counted, 'aluno', 'alunos')}: os que começaram por último.
        </p>
      )}
      <DataTable columns={COLUMNS} rows={lessons} />
    </>
  );
}

function Bar({ part, whole }: { part: number; whole: number }) {
  return (
    <span className="grid grid-cols-[4.5rem_minmax(3rem,8rem)] items-center gap-3 tabular-nums">
      <span>
        {formatNumber(part)} <span className="text-muted-foreground">({percent(part, whole)}%)</span>
      </span>
      <span aria-hidden="true" className="h-1.5 bg-muted">
        <span className="block h-full bg-foreground" style={{ width: `${percent(part, whole)}%` }} />
      </span>
    </span>
  );
}

const COLUMNS: readonly Column<LessonFigures>[] = [
  {
    head: 'Aula',
    inBlock: true,
    strong: true,
    cell: (lesson) => (
      <>
        <span className="font-label">{lesson.title}</span>
        <span className="block type-meta">
          {lesson.module}
          {!lesson.is_published && ' · rascunho'}
        </span>
        <span className="mt-1 block type-meta tabular-nums lg:hidden">
          {`${formatCount(lesson.opened, 'abriu', 'abriram')} · ${formatCount(lesson.finished, 'concluiu', 'concluíram')} · ${formatCount(lesson.stopped, 'parou aqui', 'pararam aqui')}`}
          {lesson.duration_seconds > 0 && lesson.opened > 0 && ` · ${clock(lesson.played_seconds)} assistidos em média`}
        </span>
      </>
    ),
  },
  { head: 'Abriram', cell: ({ opened, started }) => <Bar part={opened} whole={started} /> },
  { head: 'Concluíram', cell: ({ finished, started }) => <Bar part={finished} whole={started} /> },
  { head: 'Pararam aqui', cell: ({ stopped, started }) => <Bar part={stopped} whole={started} /> },
  { head: 'Tempo assistido', cell: (lesson) => <Watched {...lesson} /> },
];

/** Average watched time of a recording, and the place where half of those who do not finish it have stopped. */
function Watched({ duration_seconds: duration, played_seconds: played, opened, stopped_at: place }: LessonFigures) {
  if (duration === 0 || opened === 0) return <span className="text-muted-foreground">–</span>;
  return (
    <span className="tabular-nums">
      {clock(played)} <span className="text-muted-foreground">de {clock(duration)}</span>
      {place !== null && <span className="block type-meta">Metade dos que param: até {clock(place)}</span>}
    </span>
  );
}

const CSV: readonly CsvColumn<LessonFigures>[] = [
  ['Módulo', ({ module }) => module],
  ['Aula', ({ title }) => title],
  ['Situação', ({ is_published: isPublished }) => (isPublished ? 'Publicada' : 'Rascunho')],
  ['Começaram o curso', ({ started }) => String(started)],
  ['Abriram', ({ opened }) => String(opened)],
  ['Concluíram', ({ finished }) => String(finished)],
  ['Pararam aqui', ({ stopped }) => String(stopped)],
  ['Tocado em média (%)', ({ played_share: share }) => String(share)],
  ['Duração (s)', ({ duration_seconds: duration }) => String(duration)],
  ['Tempo assistido em média (s)', ({ played_seconds: played }) => String(played)],
  ['Metade dos que param, até (s)', ({ stopped_at: place }) => (place === null ? '' : String(place))],
];
