/** All that crates/pages/src/og_image needs to draw the picture of a shared page: words, art and tone. */

import { categoryField, contentKind, coverTone } from '@/entities/content-kind';
import type { ShareCard, ShareSubject } from '@/entities/share-card';
import type { SiteContent } from '@/generated/content';
import type { PlateTone } from '@/ui/needle-art';
import { type NeedleFieldPaths, needleField } from '@/ui/needle-field';
import type { FieldName } from '@/ui/needle-names';
import { paths } from './pages';

/** The podcast's cover lives beside the pictures of pages. */
export const PODCAST = '/podcast';

/** The plate beside the words, in pixels, with five marks across. */
const PLATE = { width: 420, height: 630, step: 84 };
/** The upper part of the podcast's cover. */
const COVER = { width: 1500, height: 900, step: 150 };

/** The art of pages that show one of their own. */
const PAGE_ART: Partial<Record<string, { field: FieldName; tone: PlateTone }>> = {
  [paths.home]: { field: 'orbit', tone: 'ink' },
  [paths.about]: { field: 'orbit', tone: 'moss' },
  [paths.mentoring]: { field: 'converge', tone: 'ink' },
  [paths.coaching]: { field: 'pairs', tone: 'plate-2' },
  [paths.software]: { field: 'weave', tone: 'moss' },
  [paths.pricing]: { field: 'rise', tone: 'ink' },
  [paths.contact]: { field: 'axes', tone: 'moss' },
  [paths.methodology]: { field: 'axes', tone: 'ink' },
};

interface ShareDrawing {
  format: 'page' | 'podcast';
  title: string;
  text: string;
  label: string;
  name: string;
  role: string;
  monogram: string;
  tone: PlateTone;
  art: NeedleFieldPaths;
}

/** The drawing for a page, as JSON text. */
export function shareDrawing(site: SiteContent, origin: string, path: string, card: ShareCard): string {
  const drawing: ShareDrawing = {
    format: 'page',
    title: card.title,
    text: card.text,
    label: card.label ?? origin.replace(/^https?:\/\/(www\.)?/, ''),
    name: site.name,
    role: site.role,
    monogram: site.monogram,
    ...(card.subject ? contentArt(card.subject) : pageArt(path)),
  };
  return JSON.stringify(drawing);
}

/** The podcast's cover, as JSON text. */
export function podcastCover({ name, role, monogram }: SiteContent): string {
  const drawing: ShareDrawing = {
    format: 'podcast',
    title: name,
    text: role,
    label: 'Podcast',
    name,
    role,
    monogram,
    tone: 'ink',
    art: needleField({ ...COVER, field: 'cadence', glyph: 'wave', seed: PODCAST }),
  };
  return JSON.stringify(drawing);
}

function contentArt({ id, category, content_type }: ShareSubject): Pick<ShareDrawing, 'tone' | 'art'> {
  const { glyph } = contentKind(content_type);
  return { tone: coverTone(id), art: needleField({ ...PLATE, field: categoryField(category), glyph, seed: id }) };
}

function pageArt(path: string): Pick<ShareDrawing, 'tone' | 'art'> {
  const { field, tone } = PAGE_ART[path] ?? { field: categoryField(path), tone: coverTone(path) };
  return { tone, art: needleField({ ...PLATE, field, seed: path }) };
}
