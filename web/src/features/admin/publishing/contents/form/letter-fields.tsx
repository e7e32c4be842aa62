import { type UseFormReturn, useWatch } from 'react-hook-form';
import { limits as LIMITS } from '@/generated/columns/contents';
import { InputField } from '@/ui/input-field';
import type { FormValues } from './model';

/** Fields that only letters have, above the text. */
export function LetterFields({ form: { control, register, formState } }: { form: UseFormReturn<FormValues> }) {
  const description = useWatch({ control, name: 'description' });
  return (
    <InputField
      label="Texto de pré-visualização"
      optional
      hint="Aparece depois do assunto na caixa de entrada. Em branco, vale a descrição."
      error={formState.errors.preheader?.message}
      {...register('preheader')}
      maxLength={LIMITS.preheader}
      placeholder={description.slice(0, LIMITS.preheader)}
      autoComplete="off"
    />
  );
}
