import { Lock } from 'lucide-react';
import { contentKind, DEFAULT_READ_TIME } from '@/lib/content-kind';
import { cx } from '@/lib/cx';
import { formatDate, isoDay } from '@/lib/format';
import { BadgeShape } from '@/ui/badge';
import type { ContentCard } from '../queries';

/** `Artigo · Gestão · 7 min · 14/11/2025`, and whether it is for members only. */
export function ContentMeta({ content, className }: { content: ContentCard; className?: string }) {
  const words = [contentKind(content.content_type).label, content.category, content.read_time || DEFAULT_READ_TIME];
  return (
    <p className={cx('flex flex-wrap items-center gap-x-3 gap-y-1.5 type-meta tabular-nums', className)}>
      <span className="dotted">
        {words.filter(Boolean).map((word) => (
          <span key={word}>{word} </span>
        ))}
        <time dateTime={isoDay(content.created_at)}>{formatDate(content.created_at)}</time>
      </span>
      {/* StateBadge would bring the icons of all the other states. */}
      {content.is_member_only && (
        <BadgeShape icon={Lock} className="bg-foreground text-background">
          Exclusivo
        </BadgeShape>
      )}
    </p>
  );
}
