import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { FormDialog } from '@/ui/form-dialog';
import { SelectField } from '@/ui/select-field';
import { TextareaField } from '@/ui/textarea-field';
import { callAction } from '@/widgets/action-button';
import { useAction } from '@/widgets/use-action';
import { PEOPLE, type PersonDetail } from './queries';
import { BAN_OPTIONS, personName } from './text';

const schema = z.object({
  days: z.string(),
  reason: z.string().trim().min(1, 'Diga o motivo.').max(500, 'O motivo tem até 500 caracteres.'),
});

type Values = z.infer<typeof schema>;

const EMPTY: Values = { days: '7', reason: '' };

export function BanDialog({ person, open, onClose }: { person: PersonDetail; open: boolean; onClose: () => void }) {
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues: EMPTY });
  const close = () => {
    form.reset(EMPTY);
    onClose();
  };
  const ban = useAction({
    run: ({ days, reason }: Values) =>
      callAction({ name: 'ban-person', body: { user_id: person.id, days: days ? Number(days) : null, reason } }),
    done: ({ message }) => ({ title: message, tone: 'success' }),
    failure: 'Erro ao suspender a conta.',
    refreshes: [PEOPLE],
    onDone: close,
  });
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Suspender conta?"
      description={`${personName(person)} sai de todos os dispositivos e não entra até o fim do prazo.`}
      onSubmit={form.handleSubmit((values) => ban.mutate(values))}
      actionLabel="Suspender"
      busy={ban.isPending}
      busyLabel="Suspendendo..."
      destructive
    >
      <SelectField label="Prazo" {...form.register('days')} options={BAN_OPTIONS} />
      <TextareaField
        label="Motivo"
        hint="Uso interno: a pessoa não vê o motivo."
        error={form.formState.errors.reason?.message}
        rows={3}
        {...form.register('reason')}
      />
    </FormDialog>
  );
}
