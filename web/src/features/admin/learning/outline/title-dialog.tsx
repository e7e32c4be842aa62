import { limits } from '@/generated/columns/course_modules';
import { TextDialog } from '@/ui/text-dialog';
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
export function TitleDialog({ heading, actionLabel, title, save, onClose }: TitleDialogProps) {
  const saving = useAction({
    run: save,
    failure: 'Não foi possível salvar o módulo.',
    refreshes: [courseKeys.all, MEMBERS_LEARNING],
    onDone: onClose,
  });
  return (
    <TextDialog
      open
      onClose={onClose}
      title={heading}
      description="O título agrupa as aulas na página do curso."
      onSubmit={saving.mutate}
      actionLabel={actionLabel}
      busy={saving.isPending}
      busyLabel="Salvando..."
      label="Título do módulo"
      text={title}
      missing="Dê um título ao módulo."
      maxLength={limits.title}
      autoComplete="off"
    />
  );
}
