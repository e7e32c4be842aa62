import { useState } from 'react';
import { limits } from '@/generated/columns/courses';
import { navigate } from '@/lib/router';
import { Field } from '@/ui/field';
import { FormDialog } from '@/ui/form-dialog';
import { Input } from '@/ui/input';
import { useAction } from '@/widgets/use-action';
import { createCourse } from '../actions';
import { editorPaths } from '../links';
import { courseKeys } from '../queries';

/** Asks for the title of a new course, and opens the draft. */
export function NewCourse({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [title, setTitle] = useState('');
  const [isAsked, setAsked] = useState(false);
  const creating = useAction({
    run: () => createCourse(title.trim()),
    failure: 'Não foi possível criar o curso.',
    refreshes: [courseKeys.all],
    onDone: (id) => navigate(editorPaths.course(id)),
  });
  const submit = async () => {
    setAsked(true);
    if (title.trim()) await creating.mutateAsync();
  };
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Novo curso"
      description="O curso começa como rascunho: só administradores o veem até você publicar."
      onSubmit={() => submit().catch(() => undefined)}
      actionLabel="Criar rascunho"
      busy={creating.isPending}
      busyLabel="Criando..."
    >
      <Field label="Título" error={isAsked && !title.trim() ? 'Dê um título ao curso.' : undefined}>
        {(control) => (
          <Input
            {...control}
            value={title}
            maxLength={limits.title}
            autoComplete="off"
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
