/** Maps a refusal of the server to its field and message. */
import { type ByCode, FAILURE_ADVICE, failureOf, sentenceOf, valueByCode } from '@/lib/errors';
import type { FormValues } from './model';

export interface RefusedValue {
  field: keyof FormValues | 'root';
  message: string;
}

/** The message for each column of the form that the database may refuse. */
const ADVICE: Partial<Record<keyof FormValues, string>> = {
  title: 'O servidor recusou o título. Ele precisa ter de 1 a 300 caracteres.',
  category_id: 'Escolha uma categoria.',
  read_time: 'O servidor recusou o tempo de leitura. Use até 40 caracteres.',
  description: 'O servidor recusou a descrição. Use até 2.000 caracteres.',
  body: 'O servidor recusou o texto. Use até 500.000 caracteres.',
  external_link: 'O servidor recusou o endereço. Ele precisa começar com http:// ou https://.',
  file_url: 'O servidor recusou o endereço do arquivo.',
  preheader: 'O servidor recusou o texto de pré-visualização. Use até 150 caracteres.',
  thumbnail_url: 'O servidor recusou o endereço da imagem.',
};

/** Fields that the server's refusals are about. */
const FIELDS: ByCode<keyof FormValues> = {
  slug_invalid: 'slug',
  slug_reserved: 'slug',
  slug_taken: 'slug',
  file_is_exclusive: 'file_url',
  file_is_public: 'file_url',
  cover_is_exclusive: 'thumbnail_url',
  unknown_personal_field: 'body',
  personal_field_without_default: 'body',
};

const SLUG_TAKEN = 'Outro conteúdo já usa ou já usou este caminho. Escolha outro.';

export function refusedValues(error: unknown): RefusedValue[] {
  const { kind, subject } = failureOf(error);
  const message = sentenceOf(error);
  if (message) return [{ field: valueByCode(FIELDS, error) ?? 'root', message }];
  if (kind === 'duplicate' && subject?.includes('slug')) return [{ field: 'slug', message: SLUG_TAKEN }];
  if (kind === 'referenced') {
    return [{ field: 'category_id', message: 'Esta categoria não existe mais. Escolha outra.' }];
  }
  if (kind === 'invalid' && subject) {
    for (const [field, message] of Object.entries(ADVICE)) {
      if (subject.includes(field)) return [{ field: field as keyof FormValues, message }];
    }
  }
  return [{ field: 'root', message: FAILURE_ADVICE[kind] }];
}
