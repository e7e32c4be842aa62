import { contentKind } from '@/lib/content-kind';
import { CONTENT_KIND_ICONS } from '@/lib/content-kind-icon';
import { Badge } from '@/ui/badge';
import type { ContentRow } from './queries';

export function TypeBadge({ type, className }: { type: ContentRow['content_type']; className?: string }) {
  return (
    <Badge icon={CONTENT_KIND_ICONS[type]} {...(className ? { className } : {})}>
      {contentKind(type).label}
    </Badge>
  );
}
