/** Maps a refusal of the server to its field and message. */
import { type ByCode, FAILURE_ADVICE, failureOf, valueByCode } from '@/lib/errors';
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
  thumbnail_url: 'O servidor recusou o endereço da imagem.',
};

/** Texts for the server's refusals of an address, by code. */
const ADDRESSES = {
  slug_invalid: 'Use letras minúsculas, números e hífens.',
  slug_reserved: 'Este caminho é reservado pelo site. Escolha outro.',
  slug_taken: 'Outro conteúdo já usa ou já usou este caminho. Escolha outro.',
} satisfies ByCode<string>;

/** Refusals of a file that another content uses for other readers. */
const FILES: ByCode<RefusedValue> = {
  file_is_exclusive: {
    field: 'file_url',
    message: 'Este arquivo também está em um conteúdo exclusivo e ficaria aberto a todos. Envie outro arquivo.',
  },
  file_is_public: {
    field: 'file_url',
    message: 'Este arquivo também está em um conteúdo aberto a todos e não ficaria exclusivo. Envie outro arquivo.',
  },
  cover_is_exclusive: {
    field: 'thumbnail_url',
    message: 'Este arquivo também está em um conteúdo exclusivo e ficaria aberto a todos. Envie outra imagem.',
  },
};

/** Texts for changes that an editor may not save, by the server's code. */
const RIGHTS: ByCode<string> = {
  publishing_not_allowed: 'Este conteúdo já está publicado ou agendado. Peça revisão para levar as alterações ao site.',
  author_not_allowed: 'Só quem administra o site muda o autor de um conteúdo.',
};

export function refusedValues(error: unknown): RefusedValue[] {
  const { kind, subject } = failureOf(error);
  const file = valueByCode(FILES, error);
  if (file) return [file];
  const address = valueByCode(ADDRESSES, error);
  const right = valueByCode(RIGHTS, error);
  if (right) return [{ field: 'root', message: right }];
  if (address) return [{ field: 'slug', message: address }];
  if (kind === 'duplicate' && subject?.includes('slug')) return [{ field: 'slug', message: ADDRESSES.slug_taken }];
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
