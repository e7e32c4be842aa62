import { Controller, type UseFormReturn } from 'react-hook-form';
import type { ContentType } from '@/entities/content-kind';
import { limits as LIMITS } from '@/generated/columns/contents';
import { Field } from '@/ui/field';
import { Input } from '@/ui/input';
import { BodyField } from '@/widgets/editor/body-field';
import { FileField } from './file-field';
import type { FormValues } from './model';

export interface TypePartProps {
  form: UseFormReturn<FormValues>;
  type: ContentType;
  onBusyChange: (busy: boolean) => void;
}

/** The type's own part: text, file or address. */
export function TypePart({ form, type, onBusyChange }: TypePartProps) {
  const { control, register, formState } = form;
  const { errors } = formState;
  if (type === 'article') {
    return (
      <Controller
        control={control}
        name="body"
        render={({ field }) => (
          <BodyField
            label="Texto do artigo"
            name="Texto do artigo (corpo)"
            value={field.value}
            error={errors.body?.message}
            onChange={field.onChange}
          />
        )}
      />
    );
  }
  if (type === 'link') {
    return (
      <Field label="Endereço (URL)" error={errors.external_link?.message}>
        {(field) => (
          <Input
            {...field}
            {...register('external_link')}
            type="url"
            inputMode="url"
            maxLength={LIMITS.external_link}
            placeholder="https://"
            autoComplete="off"
          />
        )}
      </Field>
    );
  }
  return (
    <Controller
      control={control}
      name="file_url"
      render={({ field }) => (
        <FileField
          key={type}
          type={type}
          value={field.value}
          error={errors.file_url?.message}
          onChange={field.onChange}
          onBusyChange={onBusyChange}
        />
      )}
    />
  );
}
