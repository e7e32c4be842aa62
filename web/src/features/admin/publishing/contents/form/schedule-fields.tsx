import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { LocalTimeField } from '@/ui/local-time-field';
import type { FormValues } from './model';

const HINT = 'Horário de São Paulo. Vale depois de salvar.';

/** Times at which the content is published, opened to everybody and withdrawn by itself. */
export function ScheduleFields({ form }: { form: UseFormReturn<FormValues> }) {
  const { control, formState } = form;
  const isPublished = useWatch({ control, name: 'is_published' });
  const fields = [
    { name: 'publish_at', label: 'Publicar em', hint: HINT },
    {
      name: 'visible_from',
      label: 'Aberto a todos em',
      hint: `Até lá, só quem tem Acesso antecipado vê. ${HINT}`,
    },
    { name: 'unpublish_at', label: 'Tirar do ar em', hint: HINT },
  ] as const;
  return (
    <fieldset className="grid gap-4 border-b border-border pb-5.5">
      <legend className="sr-only">Agendamento</legend>
      {fields
        // What is published already needs no time for it.
        .filter(({ name }) => name !== 'publish_at' || !isPublished)
        .map(({ name, label, hint }) => (
          <Controller
            key={name}
            control={control}
            name={name}
            render={({ field: { ref: _, name: __, ...field } }) => (
              <LocalTimeField {...field} label={label} hint={hint} error={formState.errors[name]?.message} />
            )}
          />
        ))}
    </fieldset>
  );
}
