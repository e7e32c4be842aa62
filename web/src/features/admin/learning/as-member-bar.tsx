import { useQuery } from '@tanstack/react-query';
import { PencilLine } from 'lucide-react';
import { ButtonLink } from '@/ui/link';
import { editorPaths } from './links';
import { courseOfLessonQuery } from './queries';

export interface AsMemberBarProps {
  course?: string;
  /** A lesson of the course, if the course is not known. */
  lesson?: string;
  /** The administrator has a subscription, too. */
  isMember: boolean;
}

/** Over a course that an administrator looks at as members see it. */
export function AsMemberBar({ course: given, lesson = '', isMember }: AsMemberBarProps) {
  const found = useQuery({ ...courseOfLessonQuery(lesson), enabled: !given && lesson !== '' });
  const course = given ?? found.data;
  return (
    <aside
      aria-label="Visão do aluno"
      className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border border-l-3 border-border border-l-north bg-card px-4 py-2"
    >
      <p className="text-small leading-snug text-foreground-2">
        Você vê esta página como aluno.{' '}
        {isMember
          ? 'Como você também assina, o que fizer nas aulas conta no seu progresso.'
          : 'Nada do que fizer aqui conta como progresso. Rascunhos aparecem só para administradores.'}
      </p>
      {course && (
        <ButtonLink href={editorPaths.course(course, lesson ? { lesson } : {})} variant="ghost" size="small">
          <PencilLine aria-hidden="true" className="size-4" strokeWidth={1.6} />
          {lesson ? 'Editar aula' : 'Editar curso'}
        </ButtonLink>
      )}
    </aside>
  );
}
