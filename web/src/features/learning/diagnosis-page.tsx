import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { contentQuery } from '@/entities/site';
import type { DiagnosisContent } from '@/generated/content';
import { formatDate } from '@/lib/format';
import { Button } from '@/ui/button';
import { ChipRadio } from '@/ui/chip';
import { LoadFailed } from '@/ui/loaded';
import { Bar } from '@/ui/progress';
import { Loading, Skeleton } from '@/ui/skeleton';
import { useAction } from '@/widgets/use-action';
import { saveDiagnosis } from './actions';
import { CourseGrid } from './course-card';
import { questionKey, recommended, scoresOf } from './diagnosis';
import { begunQuery, coursesQuery, learningKeys } from './queries';
import { type Diagnosis, diagnosesQuery } from './study-queries';

export function DiagnosisPage() {
  const content = useQuery(contentQuery('diagnosis'));
  const results = useQuery(diagnosesQuery());
  const [isAsking, setAsking] = useState(false);
  if (!content.data || !results.data) {
    const failed = content.isError ? content : results;
    return (
      <>
        <h1 className="type-display-3">Diagnóstico</h1>
        {failed.isError ? (
          <LoadFailed title="Não foi possível carregar o diagnóstico." query={failed} />
        ) : (
          <Loading label="Carregando o diagnóstico">
            <Skeleton className="mt-8 h-80 w-full" />
          </Loading>
        )}
      </>
    );
  }
  const [latest, before] = results.data;
  return (
    <>
      <h1 className="type-display-3">Diagnóstico</h1>
      {isAsking || !latest ? (
        <Questions content={content.data} onDone={() => setAsking(false)} />
      ) : (
        <Result content={content.data} latest={latest} before={before} onAgain={() => setAsking(true)} />
      )}
    </>
  );
}

function Questions({ content, onDone }: { content: DiagnosisContent; onDone: () => void }) {
  const [given, setGiven] = useState<Readonly<Record<string, number>>>({});
  const [isAsked, setAsked] = useState(false);
  const all = content.competences.flatMap(({ id, questions }) =>
    questions.map(({ text }, index) => ({ key: questionKey(id, index), text })),
  );
  const missing = all.filter(({ key }) => given[key] === undefined);
  const saving = useAction({
    run: () => saveDiagnosis(scoresOf(content, given)),
    refreshes: [learningKeys.diagnoses],
    failure: 'Não foi possível salvar o diagnóstico.',
    onDone: () => {
      window.scrollTo({ top: 0 });
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (missing.length === 0) saving.mutate();
  };
  return (
    <form onSubmit={submit} noValidate className="max-w-3xl">
      <p className="mt-4 max-w-[60ch] type-lede">{content.lede}</p>
      <ol className="mt-8 divide-y divide-border border-y border-border">
        {all.map(({ key, text }, index) => (
          <li key={key} className="py-5">
            <fieldset>
              <legend className="font-label text-base leading-snug">
                {index + 1}. {text}
              </legend>
              <div className="mt-3 flex flex-wrap gap-2">
                {content.answers.map((answer, value) => (
                  <ChipRadio
                    key={answer}
                    name={key}
                    checked={given[key] === value}
                    onChange={() => setGiven((known) => ({ ...known, [key]: value }))}
                  >
                    {answer}
                  </ChipRadio>
                ))}
              </div>
              {isAsked && given[key] === undefined && (
                <p className="mt-2 text-small text-destructive">Escolha uma resposta.</p>
              )}
            </fieldset>
          </li>
        ))}
      </ol>
      <div className="mt-6 grid justify-items-start gap-3">
        {isAsked && missing.length > 0 && (
          <p role="alert" className="text-small text-destructive">
            {missing.length === 1 ? 'Falta 1 resposta.' : `Faltam ${missing.length} respostas.`}
          </p>
        )}
        <Button type="submit" busy={saving.isPending} busyLabel="Salvando...">
          Ver o resultado
        </Button>
      </div>
    </form>
  );
}

interface ResultProps {
  content: DiagnosisContent;
  latest: Diagnosis;
  before: Diagnosis | undefined;
  onAgain: () => void;
}

function Result({ content, latest, before, onAgain }: ResultProps) {
  const { data: courses = [] } = useQuery(coursesQuery());
  const { data: begun = [] } = useQuery(begunQuery());
  const byCourse = new Map(begun.map((one) => [one.course_id, one]));
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-4">
        <p className="type-ui text-muted-foreground">De {formatDate(latest.created_at)}. Só você vê este resultado.</p>
        <Button variant="line" size="small" onClick={onAgain}>
          Responder de novo
        </Button>
      </div>
      <dl className="mt-6 max-w-3xl divide-y divide-border border-y border-border">
        {content.competences.map(({ id, title, text }) => (
          <div key={id} className="grid gap-x-8 gap-y-2 py-4 sm:grid-cols-[minmax(0,1fr)_18rem]">
            <dt>
              <span className="type-title-3">{title}</span>
              <span className="block type-meta">{text}</span>
            </dt>
            <dd>
              <Score score={latest.scores[id] ?? 0} before={before?.scores[id]} />
            </dd>
          </div>
        ))}
      </dl>
      {recommended(content, latest.scores, courses).map(({ competence, courses: chosen }) => (
        <section
          key={competence}
          aria-label={`Cursos para ${competence}`}
          className="mt-12 border-t border-border-strong pt-4"
        >
          <h2 className="mb-5 type-title-1">Para {competence.toLowerCase()}</h2>
          <CourseGrid courses={chosen} begun={byCourse} />
        </section>
      ))}
    </>
  );
}

function Score({ score, before }: { score: number; before: number | undefined }) {
  const change = before === undefined ? 0 : score - before;
  return (
    <div className="grid gap-1">
      <span className="type-meta tabular-nums">
        {score} de 100
        {change !== 0 && `, ${change > 0 ? '+' : '−'}${Math.abs(change)} desde a última vez`}
      </span>
      <Bar percent={score} />
    </div>
  );
}
