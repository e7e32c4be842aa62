import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { formatCount } from '@/lib/format';
import { Button } from '@/ui/button';
import { Empty } from '@/ui/empty';
import { Link } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { useAction } from '@/widgets/use-action';
import { setProgramme } from './actions';
import { CertificateButton } from './certificate-button';
import { learningPaths } from './links';
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
          />
        }
      >
        {(all) => (
          <ul className="grid gap-10">
            {all.map((programme) => (
              <li key={programme.id}>
                <OneProgramme programme={programme} userId={userId} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </>
  );
}

function OneProgramme({ programme, userId }: { programme: Programme; userId: string }) {
  const { data: courses = [] } = useQuery(coursesQuery());
  const { data: begun = [] } = useQuery(begunQuery());
  const isIn = programme.programme_members.length > 0;
  const isFinished = programme.programme_courses.every(({ course_id: id }) =>
    begun.some((one) => one.course_id === id && one.completed_at),
  );
  const change = useAction({
    run: (wanted: boolean) => setProgramme(programme.id, userId, wanted),
    refreshes: [learningKeys.programmes, learningKeys.states],
    failure: 'Não foi possível guardar a sua participação.',
  });
  return (
    <section aria-labelledby={`programme-${programme.id}`} className="border-t border-border-strong pt-4">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h2 id={`programme-${programme.id}`} className="type-title-1">
            {programme.title}
          </h2>
          <p className="mt-1 type-meta">
            {formatCount(programme.programme_courses.length, 'curso', 'cursos')}
            {programme.is_ordered && ', um depois do outro'} ·{' '}
            {formatCount(programme.members_count, 'participante', 'participantes')}
          </p>
        </div>
        <Button
          variant={isIn ? 'ghost' : 'line'}
          size="small"
          busy={change.isPending}
          onClick={() => change.mutate(!isIn)}
        >
          {isIn ? 'Sair do programa' : 'Participar'}
        </Button>
      </div>
      {programme.description && <p className="mt-3 max-w-[60ch] text-base leading-normal">{programme.description}</p>}
      <ol className="mt-4 divide-y divide-border">
        {programme.programme_courses.map(({ course_id: id }, index) => {
          const course = courses.find((one) => one.id === id);
          const own = begun.find((one) => one.course_id === id);
          return (
            course && (
              <li key={id} className="flex items-center gap-4 py-3">
                <span aria-hidden="true" className="w-8 type-title-1">
                  {index + 1}
                </span>
                <Link
                  href={learningPaths.course(id)}
                  className="type-title-3 decoration-north underline-offset-4 hover:underline"
                >
                  {course.title}
                </Link>
                <span className="ml-auto type-meta">
                  {own?.completed_at ? (
                    <span className="flex items-center gap-1.5 text-success">
                      <CircleCheck aria-hidden="true" className="size-4" strokeWidth={1.8} />
                      Concluído
                    </span>
                  ) : (
                    own && own.progress > 0 && `${own.progress}% concluído`
                  )}
                </span>
              </li>
            )
          );
        })}
      </ol>
      {isIn && isFinished && (
        <div className="mt-4">
          <CertificateButton subject={{ programme_id: programme.id }} userId={userId} />
        </div>
      )}
    </section>
  );
}
