import { useQuery } from '@tanstack/react-query';
import { Copy, Eye, EyeOff, MoreHorizontal, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { paths } from '@/app/pages';
import { usePanelTitle } from '@/entities/panel-title';
import { formatCount } from '@/lib/format';
import { navigate, navigateOnce, useNextSearchParams } from '@/lib/router';
import { BackLink } from '@/ui/back-link';
import { Button } from '@/ui/button';
import { ButtonLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Menu } from '@/ui/menu';
import { Empty } from '@/ui/start/empty';
import { Tabs } from '@/ui/tabs';
import { ConfirmDelete } from '@/widgets/confirm-delete';
import { Refused, useAction } from '@/widgets/use-action';
import { AccessPreview } from './access-preview';
import { duplicateCourse, publishLessons, removeCourse, saveCourse } from './actions';
import { CourseForm } from './course-form';
import { CourseState } from './courses/state-mark';
import { Figures } from './figures';
import { useLessonFiles } from './files/use-lesson-files';
import { LessonSheet } from './lesson/lesson-sheet';
import { type CoursePart, editorPaths } from './links';
import { CourseOutline } from './outline/course-outline';
import { type Course, courseKeys, courseQuery, MEMBERS_LEARNING } from './queries';
import { changedText } from './text';

export function CoursePage({ id }: { id: string }) {
  const course = useQuery(courseQuery(id));
  usePanelTitle(course.data?.title);
  return (
    <div className="pt-6">
      <BackLink href={paths.adminCourses}>Cursos</BackLink>
      {course.data === null ? (
        <Empty
          title="Este curso não existe mais."
          description="Ele pode ter sido excluído há pouco."
          className="mt-6"
        />
      ) : (
        <Loaded
          query={course}
          failed="Não foi possível carregar o curso."
          loading="Carregando o curso"
          skeleton={['mt-6 h-12 w-80', 'mt-10 h-64 w-full', 'mt-6 h-64 w-full']}
        >
          {(loaded) => loaded && <OneCourse course={loaded} />}
        </Loaded>
      )}
    </div>
  );
}

const PARTS: readonly { value: CoursePart; label: string }[] = [
  { value: 'aulas', label: 'Aulas' },
  { value: 'dados', label: 'Dados do curso' },
  { value: 'acesso', label: 'Acesso por plano' },
  { value: 'numeros', label: 'Números' },
];

function OneCourse({ course }: { course: Course }) {
  const [params] = useNextSearchParams();
  const asked = params.get('parte');
  const part = PARTS.find(({ value }) => value === asked)?.value ?? 'aulas';
  // Files are sent on while another part is looked at.
  const files = useLessonFiles(course.id);
  const content = {
    aulas: <CourseOutline course={course.id} files={files} />,
    dados: <CourseForm key={course.id} course={course} />,
    acesso: <AccessPreview course={course.id} />,
    numeros: <Figures course={course.id} />,
  };
  return (
    <>
      <div className="mt-4 mb-6 flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h2 className="type-display-3 [overflow-wrap:anywhere]">{course.title}</h2>
          <p className="mt-3 flex flex-wrap items-center gap-3 type-meta tabular-nums">
            <CourseState isPublished={course.is_published} />
            {formatCount(course.lessons, 'aula publicada', 'aulas publicadas')}
            {` · ${formatCount(course.students_count, 'aluno', 'alunos')}`}
          </p>
        </div>
        <CourseActions course={course} />
      </div>
      <Tabs
        label="Partes do curso"
        tabs={PARTS.map((tab) => ({ ...tab, content: <div className="pt-8">{content[tab.value]}</div> }))}
        value={part}
        onValueChange={(next) => navigateOnce(editorPaths.course(course.id, { part: next as CoursePart }))}
        className="type-ui"
      />
      <LessonSheet course={course.id} part={part} />
    </>
  );
}

function CourseActions({ course }: { course: Course }) {
  const [removing, setRemoving] = useState(false);
  const refreshes = [courseKeys.all, MEMBERS_LEARNING];
  const publishing = useAction({
    run: async (publish: boolean) => {
      if (publish && course.lessons === 0) throw new Refused();
      return saveCourse(course, { is_published: publish });
    },
    done: ({ is_published: isPublished }) =>
      isPublished
        ? { title: 'O curso está publicado', description: 'Membros já o encontram no catálogo.', tone: 'success' }
        : { title: 'O curso voltou a ser rascunho', description: 'O progresso dos alunos fica guardado.' },
    failure: (error) =>
      error instanceof Refused && course.lessons === 0
        ? {
            title: 'Publique ao menos uma aula antes.',
            description: 'Um curso sem aulas publicadas apareceria vazio no catálogo.',
            tone: 'destructive',
          }
        : changedText(error, 'Não foi possível mudar a situação do curso.'),
    refreshes,
  });
  const lessons = useAction({
    run: () => publishLessons(course.id),
    done: { title: 'Todas as aulas estão publicadas', tone: 'success' },
    failure: 'Não foi possível publicar as aulas.',
    refreshes,
  });
  const copying = useAction({
    run: () => duplicateCourse(course.id),
    done: {
      title: 'O curso foi duplicado',
      description: 'A cópia é um rascunho, sem alunos e avaliações.',
      tone: 'success',
    },
    failure: 'Não foi possível duplicar o curso.',
    refreshes: [courseKeys.all],
    onDone: (copy) => navigate(editorPaths.course(copy)),
  });
  return (
    <div className="flex flex-wrap items-center gap-2">
      {course.is_published && (
        <ButtonLink href={editorPaths.publicPage(course.id)} variant="ghost" size="small">
          Ver página pública
        </ButtonLink>
      )}
      <ButtonLink href={editorPaths.asMember(course.id)} variant="line" size="small">
        Ver como aluno
      </ButtonLink>
      <Button
        size="small"
        variant={course.is_published ? 'soft' : 'primary'}
        busy={publishing.isPending}
        busyLabel="Salvando..."
        onClick={() => publishing.mutate(!course.is_published)}
      >
        {course.is_published ? (
          <EyeOff aria-hidden="true" className="size-4" strokeWidth={1.6} />
        ) : (
          <Send aria-hidden="true" className="size-4" strokeWidth={1.6} />
        )}
        {course.is_published ? 'Despublicar' : 'Publicar curso'}
      </Button>
      <Menu
        trigger={
          <Button variant="ghost" size="icon" aria-label="Mais ações do curso" aria-busy={copying.isPending}>
            <MoreHorizontal aria-hidden="true" className="size-5" strokeWidth={1.6} />
          </Button>
        }
        groups={[
          [
            { label: 'Publicar todas as aulas', icon: Eye, onSelect: () => lessons.mutate() },
            { label: 'Duplicar curso', icon: Copy, onSelect: () => copying.mutate() },
          ],
          [{ label: 'Excluir curso', icon: Trash2, destructive: true, onSelect: () => setRemoving(true) }],
        ]}
      />
      <ConfirmDelete
        item={removing ? course : undefined}
        onClose={() => setRemoving(false)}
        title="Excluir este curso?"
        description={`“${course.title}” sai do catálogo com as aulas, o progresso e as anotações de ${formatCount(course.students_count, 'aluno', 'alunos')}. A exclusão não pode ser desfeita.`}
        run={async ({ id }) => {
          await removeCourse(id);
          navigate(paths.adminCourses, { replace: true });
        }}
        done={{ title: 'O curso foi excluído', tone: 'success' }}
        failure="Não foi possível excluir o curso."
        refreshes={refreshes}
      />
    </div>
  );
}
