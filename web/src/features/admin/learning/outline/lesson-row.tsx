import { useSortable } from '@dnd-kit/sortable';
import {
  CircleAlert,
  CornerDownRight,
  Eye,
  EyeOff,
  FileText,
  Headphones,
  ListChecks,
  type LucideIcon,
  MoreHorizontal,
  PencilLine,
  Play,
  ScrollText,
  Trash2,
  UserRound,
} from 'lucide-react';
import { durationText, LESSON_KINDS, type LessonKind } from '@/entities/course/course';
import { cx } from '@/lib/cx';
import { formatCount, formatDate } from '@/lib/format';
import { navigate } from '@/lib/router';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Link } from '@/ui/link';
import { Menu } from '@/ui/menu';
import { StateBadge } from '@/ui/state-badge';
import { movedStyle, pointerOf } from '@/widgets/moved-style';
import { editorPaths } from '../links';
import type { OutlineLesson } from '../queries';
import { Handle } from './handle';
import type { OutlineTools } from './tools';

const ICONS: Record<LessonKind, LucideIcon> = {
  video: Play,
  audio: Headphones,
  pdf: FileText,
  text: ScrollText,
  quiz: ListChecks,
};

export interface LessonRowProps {
  lesson: OutlineLesson;
  tools: OutlineTools;
}

export function LessonRow({ lesson, tools }: LessonRowProps) {
  const { course, keys, describedBy } = tools;
  const { id, title, kind } = lesson;
  const sortable = useSortable({ id, data: { kind: 'lesson' } });
  const Icon = ICONS[kind];
  const problem = problemOf(lesson);
  return (
    <li
      ref={sortable.setNodeRef}
      style={movedStyle(sortable)}
      className={cx(
        'relative grid grid-cols-[auto_1.25rem_minmax(0,1fr)_auto] items-center gap-x-2 border-b border-border bg-background py-1.5 pr-1',
        sortable.isDragging && 'opacity-40',
        keys.held?.id === id && 'z-1 outline-2 -outline-offset-2 outline-foreground',
      )}
    >
      <Handle kind="lesson" id={id} title={title} keys={keys} describedBy={describedBy} {...pointerOf(sortable)} />
      <Icon aria-hidden="true" className="size-4.5 text-muted-foreground" strokeWidth={1.6} />
      <div className="min-w-0 py-1">
        <Link
          href={editorPaths.course(course, { lesson: id })}
          className="font-label type-ui [overflow-wrap:anywhere] hover:text-north"
        >
          {title}
        </Link>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 type-meta tabular-nums">
          {factsOf(lesson)}
          {!lesson.is_published && <StateBadge tone="draft">Rascunho</StateBadge>}
          {lesson.is_sample && <Badge tone="line">Amostra</Badge>}
          {problem && (
            <span className="inline-flex items-center gap-1 text-destructive">
              <CircleAlert aria-hidden="true" className="size-3.5" strokeWidth={1.8} />
              {problem}
            </span>
          )}
        </p>
      </div>
      <Menu
        trigger={
          <Button variant="ghost" size="icon" aria-label={`Ações da aula ${title}`}>
            <MoreHorizontal aria-hidden="true" className="size-5" strokeWidth={1.6} />
          </Button>
        }
        groups={[
          [
            {
              label: 'Editar',
              icon: PencilLine,
              onSelect: () => navigate(editorPaths.course(course, { lesson: id })),
            },
            { label: 'Mover para…', icon: CornerDownRight, onSelect: () => tools.onMove(lesson) },
            {
              label: lesson.is_published ? 'Voltar para rascunho' : 'Publicar',
              icon: lesson.is_published ? EyeOff : Eye,
              onSelect: () => tools.onPublish(lesson),
            },
            { label: 'Ver como aluno', icon: UserRound, onSelect: () => navigate(editorPaths.lessonAsMember(id)) },
          ],
          [{ label: 'Excluir', icon: Trash2, destructive: true, onSelect: () => tools.onRemoveLesson(lesson) }],
        ]}
      />
    </li>
  );
}

/** `Vídeo · 12 min · abre em 3 de maio` */
function factsOf(lesson: OutlineLesson): string {
  const { kind, duration_seconds: seconds, opens_at: at, opens_after_days: days } = lesson;
  const facts = [
    LESSON_KINDS[kind],
    kind === 'quiz' ? formatCount(lesson.questions, 'pergunta', 'perguntas') : seconds > 0 && durationText(seconds),
    lesson.has_captions ? 'com legendas' : kind === 'video' && lesson.has_file && 'sem legendas',
    at && `abre em ${formatDate(at)}`,
    days > 0 && `abre após ${formatCount(days, 'dia', 'dias')}`,
    lesson.requires_lesson_id && 'depende de outra aula',
  ];
  return facts.filter(Boolean).join(' · ');
}

/** Returns the problem that leaves a lesson without usable content. */
function problemOf({
  kind,
  has_file: hasFile,
  has_text: hasText,
  questions,
  media,
}: OutlineLesson): string | undefined {
  if (kind === 'quiz') return questions === 0 ? 'sem perguntas' : undefined;
  if (kind === 'text') return hasText ? undefined : 'sem texto';
  if (!hasFile) return 'sem arquivo';
  return media && media.problems.length > 0 ? 'confira o arquivo' : undefined;
}
