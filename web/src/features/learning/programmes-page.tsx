import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Lock } from 'lucide-react';
import { formatCount } from '@/lib/format';
import { Button } from '@/ui/button';
import { ButtonLink, Link } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Bar } from '@/ui/progress';
import { Empty } from '@/ui/start/empty';
import { useAction } from '@/widgets/use-action';
import { setProgramme } from './actions';
import { CertificateButton } from './certificate-button';
import { learningPaths } from './links';
import { isMember, type Step, stepsOf } from './programmes';
import { begunQuery, coursesQuery, learningKeys, type Programme, programmesQuery } from './queries';

export function ProgrammesPage({ userId }: { userId: string }) {
  const programmes = useQuery(programmesQuery());
  return (
    <>
      <h1 className="mb-6 type-display-3">Meus programas</h1>
      <Loaded
        query={programmes}
        failed="Não foi possível carregar os programas."
        loading="Carregando os programas"
        skeleton={['h-48 w-full', 'mt-6 h-48 w-full']}
        empty={
          <Empty
            title="Nenhum programa por enquanto."
            description="Um programa reúne cursos em ordem, com um certificado próprio."
          >
            <ButtonLink href={learningPaths.catalogue({ category: 'todos' })} variant="line" size="small">
              Ver todos os cursos
            </ButtonLink>
          </Empty>
        }
      >
        {(all) => <Programmes all={all} userId={userId} />}
      </Loaded>
    </>
  );
}

function Programmes({ all, userId }: { all: readonly Programme[]; userId: string }) {
  const others = all.filter((programme) => !isMember(programme));
  const list = (programmes: readonly Programme[]) => (
    <ul className="grid gap-12">
      {programmes.map((programme) => (
        <li key={programme.id}>
          <OneProgramme programme={programme} all={all} userId={userId} />
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {others.length < all.length && (
        <section aria-labelledby="own-programmes">
          <h2 id="own-programmes" className="sr-only">
            Programas em que você está
          </h2>
          {list(all.filter(isMember))}
        </section>
      )}
      {others.length > 0 && (
        <section aria-labelledby="other-programmes" className="mt-16 first:mt-0">
          <h2 id="other-programmes" className="mb-5 type-ui font-label text-muted-foreground">
            {others.length === all.length ? 'Escolha um programa para começar' : 'Outros programas'}
          </h2>
          {list(others)}
        </section>
      )}
    </>
  );
}

interface OneProgrammeProps {
  programme: Programme;
  all: readonly Programme[];
  userId: string;
}

function OneProgramme({ programme, all, userId }: OneProgrammeProps) {
  const { data: courses = [] } = useQuery(coursesQuery());
  const { data: begun = [] } = useQuery(begunQuery());
  const isIn = isMember(programme);
  const steps = stepsOf(programme, all, courses, begun);
  const finished = steps.filter(({ isFinished }) => isFinished).length;
  const change = useAction({
    run: (wanted: boolean) => setProgramme(programme.id, userId, wanted),
    refreshes: [learningKeys.programmes, learningKeys.states],
    failure: 'Não foi possível salvar a sua participação.',
  });
  return (
    <section aria-labelledby={`programme-${programme.id}`} className="border-t border-border-strong pt-4">
      <div className="grid gap-x-8 gap-y-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
        <div className="min-w-0">
          <h3 id={`programme-${programme.id}`} className="type-title-1 [overflow-wrap:anywhere]">
            {programme.title}
          </h3>
          <p className="mt-1 type-meta">
            {[
              formatCount(programme.programme_courses.length, 'curso', 'cursos') +
                (programme.is_ordered ? ', um depois do outro' : ''),
              programme.members_count > 0 && formatCount(programme.members_count, 'participante', 'participantes'),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {programme.description && (
            <p className="mt-3 max-w-[60ch] text-base leading-normal">{programme.description}</p>
          )}
        </div>
        <Button
          variant={isIn ? 'soft' : 'line'}
          size="small"
          className="justify-self-start"
          busy={change.isPending}
          onClick={() => change.mutate(!isIn)}
        >
          {isIn ? 'Sair do programa' : 'Participar'}
        </Button>
      </div>
      {isIn && (
        <div className="mt-4 grid max-w-[60ch] gap-1">
          <p className="type-meta tabular-nums">
            {finished} de {formatCount(steps.length, 'curso concluído', 'cursos concluídos')}
          </p>
          <Bar percent={steps.length > 0 ? (finished / steps.length) * 100 : 0} />
        </div>
      )}
      <ol className="mt-4 divide-y divide-border border-y border-border">
        {steps.map((step, index) => (
          <li key={step.course.id}>
            <StepRow step={step} place={index + 1} />
          </li>
        ))}
      </ol>
      {isIn && steps.length > 0 && finished === programme.programme_courses.length && (
        <div className="mt-5">
          <CertificateButton subject={{ programme_id: programme.id }} userId={userId} />
        </div>
      )}
    </section>
  );
}

function StepRow({ step: { course, progress, isFinished, lock }, place }: { step: Step; place: number }) {
  return (
    <Link
      href={learningPaths.course(course.id)}
      className="group grid min-h-14 grid-cols-[2rem_minmax(0,1fr)] items-center gap-x-3 py-3 sm:grid-cols-[2.5rem_minmax(0,1fr)_auto] sm:gap-x-4"
    >
      <span aria-hidden="true" className="row-span-2 self-start type-title-1 tabular-nums sm:row-span-1 sm:self-center">
        {place}
      </span>
      <span className="min-w-0">
        <span
          className={`block type-title-3 decoration-north underline-offset-4 [overflow-wrap:anywhere] group-hover:underline ${lock ? 'text-muted-foreground' : ''}`}
        >
          {course.title}
        </span>
        {lock && (
          <span className="mt-0.5 flex gap-1.5 type-meta">
            <Lock aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" strokeWidth={1.6} />
            {lock}
          </span>
        )}
      </span>
      <span className="flex items-center gap-1.5 type-meta whitespace-nowrap tabular-nums empty:hidden max-sm:col-start-2">
        {isFinished ? (
          <span className="flex items-center gap-1.5 text-success">
            <CircleCheck aria-hidden="true" className="size-4" strokeWidth={1.8} />
            Concluído
          </span>
        ) : (
          !lock && progress > 0 && `${progress}% concluído`
        )}
      </span>
    </Link>
  );
}
