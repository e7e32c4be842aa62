import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { failed, isRefusal } from '@/ui/act-button';
import { Field } from '@/ui/field';
import { FormDialog } from '@/ui/form-dialog';
import { Select } from '@/ui/select';
import { Textarea } from '@/ui/textarea';
import { toast } from '@/ui/toast';
import { type PersonDetail, useAct } from './queries';
import { BAN_OPTIONS, personName } from './text';

const schema = z.object({
  days: z.string(),
  reason: z.string().trim().min(1, 'Diga o motivo.').max(500, 'O motivo tem até 500 caracteres.'),
});

type Values = z.infer<typeof schema>;

const EMPTY: Values = { days: '7', reason: '' };

/** Asks how long and why before a person is shut out. */
export function BanDialog({ person, open, onClose }: { person: PersonDetail; open: boolean; onClose: () => void }) {
  const act = useAct();
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues: EMPTY });
  const close = () => {
    form.reset(EMPTY);
    onClose();
  };
  const onSubmit = form.handleSubmit(({ days, reason }) => {
    const body = { user_id: person.id, days: days ? Number(days) : null, reason };
    return act
      .mutateAsync({ name: 'ban-person', body })
      .then(({ message }) => {
        toast({ title: message, tone: 'success' });
        close();
      })
      .catch((error: unknown) => {
        if (!isRefusal(error)) console.error('a person could not be banned', error);
        toast(failed('Erro ao suspender a conta.', error));
      });
  });
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Suspender conta?"
      description={`${personName(person)} sai de todos os dispositivos e não entra até o fim do prazo.`}
      onSubmit={onSubmit}
      actionLabel="Suspender"
      busy={act.isPending}
      busyLabel="Suspendendo..."
      destructive
    >
      <Field label="Prazo">
        {(control) => (
          <Select {...control} {...form.register('days')}>
            {BAN_OPTIONS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Motivo" hint="Fica na auditoria; a pessoa não o vê." error={form.formState.errors.reason?.message}>
        {(control) => <Textarea {...control} rows={3} {...form.register('reason')} />}
      </Field>
    </FormDialog>
  );
}
