/** The form's values, their validation, and the row they become. */
import { z } from 'zod';
import { CONTENT_TYPES, type ContentType, DEFAULT_READ_TIME } from '@/entities/content-kind';
import { limits as LIMITS } from '@/generated/columns/contents';
import { toHtml } from '@/widgets/editor/markup';
import type { Content, ContentFields } from '../queries';

const tooLong = (name: keyof typeof LIMITS) =>
  `Use até ${LIMITS[name].toString().replace(/(\d)(\d{3})$/, '$1.$2')} caracteres.`;
const limited = (name: keyof typeof LIMITS) => z.string().trim().max(LIMITS[name], tooLong(name));

const fields = z.object({
  title: limited('title').min(1, 'Dê um título ao conteúdo.'),
  content_type: z.enum(CONTENT_TYPES),
  category_id: z.string().min(1, 'Escolha uma categoria.'),
  read_time: limited('read_time'),
  description: limited('description'),
  tags: z.array(z.string()),
  thumbnail_url: z.string(),
  /** HTML or Markdown; `toHtml` converts both. */
  body: z.string().max(LIMITS.body, tooLong('body')),
  file_url: z.string(),
  external_link: limited('external_link'),
  is_featured: z.boolean(),
  is_published: z.boolean(),
  is_member_only: z.boolean(),
});

export type FormValues = z.infer<typeof fields>;

const FILE_TYPES: readonly ContentType[] = ['video', 'audio', 'pdf'];

function isWebAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text)) return false;
  return URL.canParse(text);
}

/** The rules of one content: each type needs its own part, a file only until the content exists. */
export function formSchema(editing: boolean) {
  return fields.superRefine((values, context) => {
    const require = (fulfilled: boolean, path: keyof FormValues, message: string) => {
      if (!fulfilled) context.addIssue({ code: 'custom', path: [path], message });
    };
    const { content_type: type } = values;
    if (type === 'article') require(values.body.trim() !== '', 'body', 'Escreva o texto do artigo.');
    if (FILE_TYPES.includes(type)) require(editing || values.file_url !== '', 'file_url', 'Envie o arquivo.');
    if (type === 'link') {
      require(isWebAddress(
        values.external_link,
      ), 'external_link', 'Informe o endereço completo, como https://exemplo.com.br.');
    }
  });
}

export function initialValues(content: Content | undefined): FormValues {
  return {
    title: content?.title ?? '',
    content_type: content?.content_type ?? 'article',
    category_id: content?.category_id ?? '',
    read_time: content ? (content.read_time ?? '') : DEFAULT_READ_TIME,
    description: content?.description ?? '',
    tags: content?.tags ?? [],
    thumbnail_url: content?.thumbnail_url ?? '',
    body: content?.body ?? '',
    file_url: content?.file_url ?? '',
    external_link: content?.external_link ?? '',
    is_featured: content?.is_featured ?? false,
    is_published: content?.is_published ?? false,
    is_member_only: content?.is_member_only ?? false,
  };
}

type Part = Pick<ContentFields, 'body' | 'file_url' | 'external_link'>;

function partOf(values: FormValues): Part {
  switch (values.content_type) {
    case 'article':
      return { body: toHtml(values.body) };
    case 'link':
      return { external_link: values.external_link };
    default:
      return { file_url: values.file_url || null };
  }
}

/** The row to save. Columns of another type are emptied only when the type has changed: the form did not show them. */
export function toRow(values: FormValues, content: Content | undefined): ContentFields {
  const others: Part =
    content?.content_type === values.content_type ? {} : { body: null, file_url: null, external_link: null };
  return {
    title: values.title,
    content_type: values.content_type,
    category_id: values.category_id,
    read_time: values.read_time || null,
    description: values.description || null,
    tags: values.tags,
    thumbnail_url: values.thumbnail_url || null,
    is_featured: values.is_featured,
    is_published: values.is_published,
    is_member_only: values.is_member_only,
    ...others,
    ...partOf(values),
  };
}
