import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { settings } from '@/generated/settings';
import { formatCount } from '@/lib/format';
import { Button } from '@/ui/button';
import { FormDialog } from '@/ui/form-dialog';
import { InputField } from '@/ui/input-field';
import { callAction } from '@/widgets/action-button';
import { useAction } from '@/widgets/use-action';
import { MESSAGES } from './message-queries';

const { least, most } = settings.priority_response_hours;

const RANGE = `De ${least} a ${most} horas úteis.`;

const schema = z.object({ hours: z.coerce.number(RANGE).int(RANGE).min(least, RANGE).max(most, RANGE) });

/** The term within which messages with priority are answered, and the button that changes it. */
export function PriorityTerm({ hours }: { hours: number | undefined }) {
  const [open, setOpen] = useState(false);
  const form = useForm({ resolver: zodResolver(schema), values: { hours: hours ?? least } });
  const close = () => {
    form.reset();
    setOpen(false);
  };
  const store = useAction({
    run: (body: z.infer<typeof schema>) => callAction({ name: 'update-priority-response', body }),
    done: { title: 'Prazo salvo', tone: 'success' },
    failure: 'Não foi possível salvar o prazo.',
    refreshes: [MESSAGES],
    onDone: close,
  });
  if (hours === undefined) return null;
  return (
    <>
      <Button variant="line" size="small" onClick={() => setOpen(true)}>
        Prazo da prioridade: {formatCount(hours, 'hora útil', 'horas úteis')}
      </Button>
      <FormDialog
        open={open}
        onClose={close}
        title="Prazo da prioridade"
        description="Em quantas horas úteis você responde a quem tem atendimento prioritário. Aparece ao lado dessas mensagens."
        onSubmit={form.handleSubmit((values) => store.mutate(values))}
        actionLabel="Salvar"
        busy={store.isPending}
        busyLabel="Salvando..."
      >
        <InputField
          label="Horas úteis"
          type="number"
          inputMode="numeric"
          error={form.formState.errors.hours?.message}
          {...form.register('hours')}
        />
      </FormDialog>
    </>
  );
}
