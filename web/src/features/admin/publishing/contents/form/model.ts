/** The form's values, their validation, and the row they become. */
import { z } from 'zod';
import { CONTENT_TYPES, type ContentType } from '@/entities/content-kind';
import { limits as LIMITS, words as WORDS } from '@/generated/columns/contents';
import { typeEntitlements } from '@/generated/entitlements';
import { choice, fields, flag, instant, list, optional, required, text, tooLong } from '@/lib/form-fields';
import { FUTURE_TIME_ERROR, INCOMPLETE_TIME, INCOMPLETE_TIME_ERROR, instantText } from '@/lib/local-time';
import { toHtml } from '@/widgets/editor/markup';
import type { Content, ContentFields } from '../queries';

const FORM = fields({
  title: text(LIMITS.title, 'Dê um título ao conteúdo.'),
  content_type: choice(CONTENT_TYPES, 'article'),
  category_id: required(z.string(), 'Escolha uma categoria.'),
  /** Empty: as counted from the text. */
  read_time: text(LIMITS.read_time),
  description: text(LIMITS.description),
  tags: list(),
  thumbnail_url: optional(),
  /** HTML or Markdown; `toHtml` converts both. */
  body: optional(z.string().max(LIMITS.body, tooLong(LIMITS.body))),
  file_url: optional(),
  external_link: text(LIMITS.external_link),
  is_featured: flag(),
  is_published: flag(),
  is_member_only: flag(),
  /** Benefit that opens the content, if it is for members only. */
  entitlement: choice(WORDS.entitlement, typeEntitlements.article),
  /** Instants; empty without a schedule, or `INCOMPLETE_TIME`. */
  publish_at: instant(),
  unpublish_at: instant(),
  /** Time until which only holders of early access see it. Empty without early access. */
  visible_from: instant(),
  /** Empty: made from the title. */
  slug: optional(
    text(LIMITS.slug).rule.regex(/^([a-z0-9]+(-[a-z0-9]+)*)?$/, 'Use letras minúsculas, números e hífens.'),
  ),
  seo_title: text(LIMITS.seo_title),
  seo_description: text(LIMITS.seo_description),
  /** Line after the subject of a letter. Empty: the description. */
  preheader: text(LIMITS.preheader),
});

export type FormValues = ReturnType<typeof FORM.valuesOf>;

/** Names of the text, by the types that consist of it. */
export const TEXTS = {
  article: { label: 'Texto do artigo', missing: 'Escreva o texto do artigo.' },
  letter: { label: 'Texto da carta', missing: 'Escreva o texto da carta.' },
} as const;

export const isText = (type: ContentType): type is keyof typeof TEXTS => type in TEXTS;

const FILE_TYPES: readonly ContentType[] = ['video', 'audio', 'pdf'];

function isWebAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text)) return false;
  return URL.canParse(text);
}

/** The rules of one content: each type needs its own part, a file only until the content exists. */
export function formSchema(editing: boolean) {
  return FORM.schema.superRefine((values, context) => {
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
    if (isText(type)) require(values.body.trim() !== '', 'body', TEXTS[type].missing);
    if (FILE_TYPES.includes(type)) require(editing || values.file_url !== '', 'file_url', 'Envie o arquivo.');
    if (type === 'link') {
      require(isWebAddress(
        values.external_link,
      ), 'external_link', 'Informe o endereço completo, como https://exemplo.com.br.');
    }
  });
}

export const initialValues = (content: Content | undefined): FormValues => FORM.valuesOf(content);

type Part = Pick<ContentFields, 'body' | 'file_url' | 'external_link'>;

/** Any type may have a text; file and address belong to one. */
function partOf({ content_type: type, body: text, external_link, file_url }: FormValues): Part {
  const body = toHtml(text) || null;
  if (isText(type)) return { body };
  return type === 'link' ? { body, external_link } : { body, file_url: file_url || null };
}

/**
 * The row to save. Columns of another type are emptied only when the type has changed: the form did not show them.
 * Without the permission to publish, the columns about publication are left out.
 */
export function toRow(values: FormValues, content: Content | undefined, publishes: boolean): ContentFields {
  const { is_published, publish_at, unpublish_at, visible_from, body, file_url, external_link, ...row } =
    FORM.orNull(values);
  const publication = { is_published, publish_at: is_published ? null : publish_at, unpublish_at, visible_from };
  const others: Partial<Part> =
    content?.content_type === values.content_type ? {} : { file_url: null, external_link: null };
  return { ...row, ...(publishes ? publication : {}), ...others, ...partOf(values) };
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
  if (!(name in FORM.schema.shape)) return false;
  const rule = FORM.schema.shape[name as keyof FormValues];
  return rule instanceof z.ZodString ? typeof value === 'string' : rule.safeParse(value).success;
}

/** Equal texts are equal forms. */
export function formText(values: FormValues): string {
  return JSON.stringify(Object.keys(FORM.schema.shape).map((name) => values[name as keyof FormValues]));
}
