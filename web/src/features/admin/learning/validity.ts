/** Validity of certificates in months, as it is typed. */
import { z } from 'zod';
import type { FormField } from '@/lib/form-fields';

/** The longest validity, in months. */
const MAX_MONTHS = 120;

export const VALIDITY_HINT = 'Em branco, o certificado não vence. Vale para os que forem emitidos daqui em diante.';

/** Whole months, or nothing: for ever. */
export const validity: FormField<z.ZodString, number | null> = {
  rule: z
    .string()
    .trim()
    .refine((text) => text === '' || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_MONTHS), {
      message: `Use um número inteiro de 1 a ${MAX_MONTHS}, ou deixe em branco.`,
    }),
  read: (months) => months?.toString() ?? '',
  write: (text) => (text.trim() === '' ? null : Number(text)),
};
