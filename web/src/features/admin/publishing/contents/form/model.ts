/** The form's values, their validation, and the row they become. */
import { z } from 'zod';
import { CONTENT_TYPES, type ContentType } from '@/entities/content-kind';
import { limits as LIMITS, words as WORDS } from '@/generated/columns/contents';
import { typeEntitlements } from '@/generated/entitlements';
import { FUTURE_TIME_ERROR, INCOMPLETE_TIME, INCOMPLETE_TIME_ERROR, instantText } from '@/lib/local-time';
import { toHtml } from '@/widgets/editor/markup';
import type { Content, ContentFields } from '../queries';

const tooLong = (name: keyof typeof LIMITS) =>
  `Use até ${LIMITS[name].toString().replace(/(\d)(\d{3})$/, '$1.$2')} caracteres.`;
const limited = (name: keyof typeof LIMITS) => z.string().trim().max(LIMITS[name], tooLong(name));

const fields = z.object({
  title: limited('title').min(1, 'Dê um título ao conteúdo.'),
  content_type: z.enum(CONTENT_TYPES),
  category_id: z.string().min(1, 'Escolha uma categoria.'),
  /** Empty: as counted from the text. */
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
  /** Benefit that opens the content, if it is for members only. */
  entitlement: z.enum(WORDS.entitlement),
  /** Instants; empty without a schedule, or `INCOMPLETE_TIME`. */
  publish_at: z.string(),
  unpublish_at: z.string(),
  /** Time until which only holders of early access see it. Empty without early access. */
  visible_from: z.string(),
  /** Empty: made from the title. */
  slug: limited('slug').regex(/^([a-z0-9]+(-[a-z0-9]+)*)?$/, 'Use letras minúsculas, números e hífens.'),
  seo_title: limited('seo_title'),
  seo_description: limited('seo_description'),
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
    const now = Date.now();
    const timeOf = (path: 'publish_at' | 'visible_from' | 'unpublish_at'): number | undefined => {
      const text = values[path];
      // What is published already needs no time for it.
      if (!text || (path === 'publish_at' && values.is_published)) return undefined;
      const isWhole = text !== INCOMPLETE_TIME;
      require(isWhole, path, INCOMPLETE_TIME_ERROR);
      if (!isWhole) return undefined;
      const at = Date.parse(text);
      require(at > now, path, FUTURE_TIME_ERROR);
      return at;
    };
    const from = timeOf('publish_at');
    const early = timeOf('visible_from');
    const until = timeOf('unpublish_at');
    const isAfter = (later: number | undefined, earlier: number | undefined) =>
      later === undefined || earlier === undefined || later > earlier;
    require(isAfter(early, from), 'visible_from', 'Escolha um horário depois da publicação.');
    require(isAfter(until, from), 'unpublish_at', 'Escolha um horário depois da publicação.');
    require(isAfter(until, early), 'unpublish_at', 'Escolha um horário depois da abertura a todos.');
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
    read_time: content?.read_time ?? '',
    description: content?.description ?? '',
    tags: content?.tags ?? [],
    thumbnail_url: content?.thumbnail_url ?? '',
    body: content?.body ?? '',
    file_url: content?.file_url ?? '',
    external_link: content?.external_link ?? '',
    is_featured: content?.is_featured ?? false,
    is_published: content?.is_published ?? false,
    is_member_only: content?.is_member_only ?? false,
    entitlement: content?.entitlement ?? typeEntitlements.article,
    publish_at: instantText(content?.publish_at),
    unpublish_at: instantText(content?.unpublish_at),
    visible_from: instantText(content?.visible_from),
    slug: content?.slug ?? '',
    seo_title: content?.seo_title ?? '',
    seo_description: content?.seo_description ?? '',
  };
}

type Part = Pick<ContentFields, 'body' | 'file_url' | 'external_link'>;

/** Any type may have a text; file and address belong to one. */
function partOf(values: FormValues): Part {
  const body = toHtml(values.body) || null;
  switch (values.content_type) {
    case 'article':
      return { body };
    case 'link':
      return { body, external_link: values.external_link };
    default:
      return { body, file_url: values.file_url || null };
  }
}

/**
 * The row to save. Columns of another type are emptied only when the type has changed: the form did not show them.
 * Without the permission to publish, the columns about publication are left out.
 */
export function toRow(values: FormValues, content: Content | undefined, publishes: boolean): ContentFields {
  const publication = {
    is_published: values.is_published,
    publish_at: values.is_published ? null : values.publish_at || null,
    unpublish_at: values.unpublish_at || null,
    visible_from: values.visible_from || null,
  };
  const others: Partial<Part> =
    content?.content_type === values.content_type ? {} : { file_url: null, external_link: null };
  return {
    title: values.title,
    content_type: values.content_type,
    category_id: values.category_id,
    read_time: values.read_time || null,
    description: values.description || null,
    tags: values.tags,
    thumbnail_url: values.thumbnail_url || null,
    is_featured: values.is_featured,
    is_member_only: values.is_member_only,
    entitlement: values.entitlement,
    ...(publishes ? publication : {}),
    slug: values.slug || null,
    seo_title: values.seo_title || null,
    seo_description: values.seo_description || null,
    ...others,
    ...partOf(values),
  };
}

/** The fields of a draft or an earlier version over those of another one; what has the wrong type is left out. */
export function withFields(fields: unknown, under: FormValues): FormValues {
  if (typeof fields !== 'object' || fields === null) return under;
  const known = Object.entries(fields).filter(([name, value]) => isFit(name, value));
  const values = { ...under, ...Object.fromEntries(known) };
  return {
    ...values,
    publish_at: instantText(values.publish_at),
    unpublish_at: instantText(values.unpublish_at),
    visible_from: instantText(values.visible_from),
  };
}

/** Unfinished is not unfit: texts may be empty, or longer than may be saved. */
function isFit(name: string, value: unknown): boolean {
  if (!(name in fields.shape)) return false;
  const rule = fields.shape[name as keyof FormValues];
  return rule instanceof z.ZodString ? typeof value === 'string' : rule.safeParse(value).success;
}

/** Equal texts are equal forms. */
export function formText(values: FormValues): string {
  return JSON.stringify(Object.keys(fields.shape).map((name) => values[name as keyof FormValues]));
}
