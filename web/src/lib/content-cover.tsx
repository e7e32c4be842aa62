import { cx } from '@/lib/cx';
import { NeedleArt, Plate, type PlateTone } from '@/ui/needle-art';
import { seeded } from '@/ui/needle-field';
import { categoryField, contentKind } from './content-kind';

const TONES: readonly PlateTone[] = ['plate', 'plate-2', 'moss', 'ink'];

export interface CoverContent {
  id: string;
  content_type: string;
  category: string | null;
  thumbnail_url: string | null;
}

export interface ContentCoverProps {
  content: CoverContent;
  /** 'lead' opens a list, 'banner' is the wide one above an article. */
  shape?: 'thumbnail' | 'card' | 'lead' | 'banner';
  /** The vermilion plate: at most once per screenful. */
  accent?: boolean;
  /** For what is visible when the page opens. */
  eager?: boolean;
  className?: string;
}

const CANVAS = {
  thumbnail: { width: 300, height: 200, step: 50 },
  card: { width: 640, height: 400, step: 104 },
  lead: { width: 800, height: 500, step: 84 },
  banner: { width: 1344, height: 576, step: 66 },
};

/** The uploaded picture, or else the art that belongs to this category, type and id. Decorative in both cases. */
export function ContentCover({
  content,
  shape = 'thumbnail',
  accent = false,
  eager = false,
  className,
}: ContentCoverProps) {
  const { width, height, step } = CANVAS[shape];
  if (content.thumbnail_url) {
    return (
      <div className={cx('plate', className)}>
        <img
          src={content.thumbnail_url}
          alt=""
          width={width}
          height={height}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
          className="absolute inset-0 size-full object-cover"
        />
      </div>
    );
  }
  const tone = TONES[Math.floor(seeded(content.id)() * TONES.length)] ?? 'plate';
  return (
    <Plate tone={accent ? 'north' : tone} className={className ?? ''}>
      <NeedleArt
        field={categoryField(content.category)}
        glyph={contentKind(content.content_type).glyph}
        seed={content.id}
        width={width}
        height={height}
        step={step}
        className="absolute inset-0"
      />
    </Plate>
  );
}
