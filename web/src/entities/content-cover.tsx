import { cx } from '@/lib/cx';
import { NeedleArt, Plate } from '@/ui/needle-art';
import { categoryField, contentKind, coverTone } from './content-kind';
import { Picture } from './picture';

export interface CoverContent {
  id: string;
  content_type: string;
  category: string | null;
  thumbnail_url: string | null;
}

export interface ContentCoverProps {
  content: CoverContent;
  shape?: 'thumbnail' | 'card' | 'lead' | 'banner';
  /** The vermilion plate: at most once per screenful. */
  accent?: boolean;
  eager?: boolean;
  className?: string;
}

/** The size of the art, and the width of picture that its place needs. */
const CANVAS = {
  thumbnail: { width: 300, height: 200, step: 50, sizes: 'clamp(6rem, 12.5vw, 10rem)' },
  card: { width: 640, height: 400, step: 104, sizes: '(min-width: 48rem) 44vw, 90vw' },
  lead: { width: 800, height: 500, step: 84, sizes: '(min-width: 90rem) 48rem, (min-width: 64rem) 53vw, 90vw' },
  banner: { width: 1344, height: 576, step: 66, sizes: '(min-width: 90rem) 84rem, (min-width: 48rem) 92vw, 90vw' },
};

export function ContentCover({
  content,
  shape = 'thumbnail',
  accent = false,
  eager = false,
  className,
}: ContentCoverProps) {
  const { width, height, step, sizes } = CANVAS[shape];
  if (content.thumbnail_url) {
    return (
      <div className={cx('plate', className)}>
        <Picture
          src={content.thumbnail_url}
          alt=""
          width={width}
          height={height}
          sizes={sizes}
          eager={eager}
          className="absolute inset-0 size-full object-cover"
        />
      </div>
    );
  }
  return (
    <Plate tone={accent ? 'north' : coverTone(content.id)} className={className ?? ''}>
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
