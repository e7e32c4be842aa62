import { contentKind } from '@/entities/content-kind';
import { CONTENT_KIND_ICONS } from '@/entities/content-kind-icon';
import { EarlyBadge } from '@/entities/early-badge';
import { formatDateTime } from '@/lib/format';
import { Badge } from '@/ui/badge';
import { StateBadge } from '@/ui/state-badge';
import type { ContentRow, ListedContent } from './queries';

export function StateBadges({ content }: { content: ContentRow & Partial<Pick<ListedContent, 'review'>> }) {
  const { review } = content;
  return (
    <>
      {content.is_published ? (
        <StateBadge tone="success">Publicado</StateBadge>
      ) : (
        <StateBadge tone="draft">Rascunho</StateBadge>
      )}
      {content.publish_at && (
        <StateBadge tone="waiting">Agendado {formatDateTime(content.publish_at).replace(/\/\d{4}/, '')}</StateBadge>
      )}
      <EarlyBadge until={content.visible_from} />
      {review === 'waiting' && <StateBadge tone="running">Aguardando revisão</StateBadge>}
      {review === 'returned' && <StateBadge tone="waiting">Devolvido</StateBadge>}
      {content.is_featured && <StateBadge tone="featured">Destaque</StateBadge>}
      {content.is_member_only && <StateBadge tone="exclusive">Membros</StateBadge>}
    </>
  );
}

export function TypeBadge({ type, className }: { type: ContentRow['content_type']; className?: string }) {
  return (
    <Badge icon={CONTENT_KIND_ICONS[type]} {...(className ? { className } : {})}>
      {contentKind(type).label}
    </Badge>
  );
}
