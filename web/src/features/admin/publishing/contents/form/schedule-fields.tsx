import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { Field } from '@/ui/field';
import { Input } from '@/ui/input';
import type { FormValues } from './model';
import { instantOf, localTime } from './schedule';

/** When the content is published and withdrawn by itself. */
export function ScheduleFields({ form }: { form: UseFormReturn<FormValues> }) {
  const { control, formState } = form;
  const isPublished = useWatch({ control, name: 'is_published' });
  const fields = [
    { name: 'publish_at', label: 'Publicar em' },
    { name: 'unpublish_at', label: 'Tirar do ar em' },
  ] as const;
  return (
    <fieldset className="grid gap-4 border-b border-border pb-5.5">
      <legend className="sr-only">Agendamento</legend>
      {fields
        // What is published already needs no time for it.
        .filter(({ name }) => name === 'unpublish_at' || !isPublished)
        .map(({ name, label }) => (
          <Field
            key={name}
            label={label}
            optional
            hint="Horário de São Paulo. Vale depois de salvar."
            error={formState.errors[name]?.message}
          >
            {(props) => (
              <Controller
                control={control}
                name={name}
                render={({ field: { value, onChange, onBlur } }) => (
                  <Input
                    {...props}
                    type="datetime-local"
                    value={localTime(value)}
                    onBlur={onBlur}
                    onChange={(event) => onChange(instantOf(event.target.value))}
                  />
                )}
              />
            )}
          </Field>
        ))}
    </fieldset>
  );
}
