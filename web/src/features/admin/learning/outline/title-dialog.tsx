import { useState } from 'react';
import { limits } from '@/generated/columns/course_modules';
import { Field } from '@/ui/field';
import { FormDialog } from '@/ui/form-dialog';
import { Input } from '@/ui/input';
import { useAction } from '@/widgets/use-action';
import { courseKeys, MEMBERS_LEARNING } from '../queries';

export interface TitleDialogProps {
  heading: string;
  actionLabel: string;
  title: string;
  save: (title: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the title of a module. */
export function TitleDialog({ heading, actionLabel, title: first, save, onClose }: TitleDialogProps) {
  const [title, setTitle] = useState(first);
  const [isAsked, setAsked] = useState(false);
  const saving = useAction({
    run: () => save(title.trim()),
    failure: 'Não foi possível salvar o módulo.',
    refreshes: [courseKeys.all, MEMBERS_LEARNING],
    onDone: onClose,
  });
  const submit = async () => {
    setAsked(true);
    if (title.trim()) saving.mutate();
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title={heading}
      description="O título agrupa as aulas na página do curso."
      onSubmit={submit}
      actionLabel={actionLabel}
      busy={saving.isPending}
      busyLabel="Salvando..."
    >
      <Field label="Título do módulo" error={isAsked && !title.trim() ? 'Dê um título ao módulo.' : undefined}>
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
