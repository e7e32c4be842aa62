import { contentKind, DEFAULT_READ_TIME } from '@/lib/content-kind';
import { cx } from '@/lib/cx';
import { formatDate, isoDay } from '@/lib/format';
import type { ContentCard } from './queries';

/** `Artigo · Gestão · 7 min · 14/11/2025` */
export function ContentMeta({ content, className }: { content: ContentCard; className?: string }) {
  const words = [contentKind(content.content_type).label, content.category, content.read_time || DEFAULT_READ_TIME];
  return (
    <p className={cx('type-meta tabular-nums', className)}>
      {words.filter(Boolean).join(' · ')} ·{' '}
      <time dateTime={isoDay(content.created_at)}>{formatDate(content.created_at)}</time>
    </p>
  );
}
