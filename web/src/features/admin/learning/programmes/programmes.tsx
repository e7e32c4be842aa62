import { useQuery } from '@tanstack/react-query';
import { PencilLine, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { paths } from '@/app/pages';
import { formatCount } from '@/lib/format';
import { BackLink } from '@/ui/back-link';
import { Button } from '@/ui/button';
import { IconAction } from '@/ui/icon-action';
import { Loaded } from '@/ui/loaded';
import { PanelHeading } from '@/ui/panel-heading';
import { Empty } from '@/ui/start/empty';
import { ConfirmDelete } from '@/widgets/confirm-delete';
import { removeProgramme } from '../actions';
import { CourseState } from '../courses/state-mark';
import { courseKeys, courseTitlesQuery, MEMBERS_LEARNING, type Programme, programmesQuery } from '../queries';
import { ProgrammeForm } from './programme-form';

const NEW = 'new';

/** Programmes: courses in an order, with a common certificate. */
export function Programmes() {
  const programmes = useQuery(programmesQuery);
  const courses = useQuery(courseTitlesQuery);
  const [writing, setWriting] = useState<string>();
  const [doomed, setDoomed] = useState<Programme>();
  const stop = () => setWriting(undefined);
  const form = (programme: Programme | undefined) => (
    <ProgrammeForm programme={programme} courses={courses.data ?? []} onDone={stop} />
  );
  return (
    <div className="pt-6">
      <BackLink href={paths.adminCourses}>Cursos</BackLink>
      <PanelHeading title="Programas" count={programmes.data?.length ?? null}>
        <Button size="small" disabled={writing !== undefined} onClick={() => setWriting(NEW)}>
          <Plus aria-hidden="true" className="size-4" strokeWidth={1.8} />
          Novo programa
        </Button>
      </PanelHeading>
      <p className="-mt-3 mb-8 max-w-[62ch] type-ui text-muted-foreground">
        Cursos em uma ordem, com um certificado comum. Membros entram e saem por conta própria.
      </p>
      {writing === NEW && (
        <section aria-label="Novo programa" className="mb-8 border border-border bg-card p-5 lg:p-6">
          {form(undefined)}
        </section>
      )}
      <Loaded
        query={programmes}
        failed="Não foi possível carregar os programas."
        loading="Carregando os programas"
        skeleton={['h-16 w-full', 'mt-3 h-16 w-full']}
        empty={
          <Empty title="Ainda não há programas" description="Um programa reúne cursos que fazem sentido juntos." />
        }
      >
        {(all) => (
          <ul className="border-t border-border-strong">
            {all.map((programme) => (
              <li key={programme.id} className="border-b border-border py-4">
                {writing === programme.id ? (
                  form(programme)
                ) : (
                  <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4">
                    <div className="min-w-0">
                      <h3 className="type-title-3 [overflow-wrap:anywhere]">{programme.title}</h3>
                      <p className="mt-1 flex flex-wrap items-center gap-2 type-meta tabular-nums">
                        <CourseState isPublished={programme.is_published} />
                        {[
                          formatCount(programme.courses_count, 'curso', 'cursos'),
                          formatCount(programme.members_count, 'participante', 'participantes'),
                          programme.is_ordered && 'em ordem',
                        ]
                          .filter(Boolean)
                          .join(' · ')}
                      </p>
                    </div>
                    <div className="flex gap-0.5">
                      <IconAction
                        hint="Editar"
                        label={`Editar ${programme.title}`}
                        icon={PencilLine}
                        disabled={writing !== undefined}
                        onClick={() => setWriting(programme.id)}
                      />
                      <IconAction
                        hint="Excluir"
                        label={`Excluir ${programme.title}`}
                        icon={Trash2}
                        disabled={writing !== undefined}
                        onClick={() => setDoomed(programme)}
                      />
                    </div>
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <ConfirmDelete
        item={doomed}
        onClose={() => setDoomed(undefined)}
        title="Excluir este programa?"
        description={`“${doomed?.title ?? ''}” deixa de existir. Os cursos dele e o progresso dos alunos ficam.`}
        run={({ id }) => removeProgramme(id)}
        done={{ title: 'O programa foi excluído', tone: 'success' }}
        failure="Não foi possível excluir o programa."
        refreshes={[courseKeys.all, MEMBERS_LEARNING]}
      />
    </div>
  );
}
