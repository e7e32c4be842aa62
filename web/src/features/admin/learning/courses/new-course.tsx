import { limits } from '@/generated/columns/courses';
import { navigate } from '@/lib/router';
import { TextDialog } from '@/ui/text-dialog';
import { useAction } from '@/widgets/use-action';
import { createCourse } from '../actions';
import { editorPaths } from '../links';
import { courseKeys } from '../queries';

/** Asks for the title of a new course, and opens the draft. */
export function NewCourse({ open, onClose }: { open: boolean; onClose: () => void }) {
  const creating = useAction({
    run: createCourse,
    failure: 'Não foi possível criar o curso.',
    refreshes: [courseKeys.all],
    onDone: (id) => navigate(editorPaths.course(id)),
  });
  return (
    <TextDialog
      open={open}
      onClose={onClose}
      title="Novo curso"
      description="O curso começa como rascunho: só administradores o veem até você publicar."
      onSubmit={creating.mutate}
      actionLabel="Criar rascunho"
      busy={creating.isPending}
      busyLabel="Criando..."
      label="Título"
      missing="Dê um título ao curso."
      maxLength={limits.title}
      autoComplete="off"
    />
  );
}
