/** Labels and art of each content type and category. */
import { words } from '@/generated/columns/contents';
import { seeded } from '@/lib/fnv1a';
import { slugify } from '@/lib/search-text';
import type { PlateTone } from '@/ui/needle-art';
import { FIELD_NAMES, type FieldName, type GlyphName } from '@/ui/needle-names';

export const CONTENT_TYPES = words.content_type;
export type ContentType = (typeof CONTENT_TYPES)[number];

export const CONTENT_KINDS: Record<ContentType, { label: string; glyph: GlyphName }> = {
  article: { label: 'Artigo', glyph: 'needle' },
  video: { label: 'Vídeo', glyph: 'wedge' },
  audio: { label: 'Podcast', glyph: 'wave' },
  pdf: { label: 'PDF', glyph: 'bar' },
  link: { label: 'Link', glyph: 'pin' },
  letter: { label: 'Carta', glyph: 'half' },
};

/** Reading time of a content without one. */
export const DEFAULT_READ_TIME = '5 min';

export interface ReadTimes {
  /** Time that the author gives. */
  read_time: string | null;
  /** Time that the server counted in the text. */
  counted_read_time: string | null;
}

/** Time that a content takes: `7 min`. */
export const readTime = ({ read_time, counted_read_time }: ReadTimes): string =>
  read_time || counted_read_time || DEFAULT_READ_TIME;

export function contentKind(contentType: string): { label: string; glyph: GlyphName } {
  return CONTENT_KINDS[contentType as ContentType] ?? CONTENT_KINDS.article;
}

const CATEGORY_FIELDS: Partial<Record<string, FieldName>> = {
  lideranca: 'converge',
  estrategia: 'horizon',
  vendas: 'rise',
  gestao: 'weave',
  pessoas: 'pairs',
  produtividade: 'cadence',
  cliente: 'orbit',
  'experiencia-do-cliente': 'orbit',
  tecnologia: 'dipole',
  metodologia: 'axes',
};

/** The art of a category. Categories can be renamed: an unknown name gets one of the nine fields by hash. */
export function categoryField(category: string | null): FieldName {
  const slug = slugify(category ?? '');
  return CATEGORY_FIELDS[slug] ?? FIELD_NAMES[Math.floor(seeded(slug)() * FIELD_NAMES.length)] ?? 'converge';
}

const TONES: readonly PlateTone[] = ['plate', 'plate-2', 'moss', 'ink'];

export function coverTone(id: string): PlateTone {
  return TONES[Math.floor(seeded(id)() * TONES.length)] ?? 'plate';
}
