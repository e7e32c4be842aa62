import { StateBadge } from '@/ui/state-badge';
import type { ContentRow } from './queries';

/** What is true of a content, as badges: published or draft, featured, for members. */
export function StateBadges({ content }: { content: ContentRow }) {
  return (
    <>
      {content.is_published ? (
        <StateBadge tone="success">Publicado</StateBadge>
      ) : (
        <StateBadge tone="draft">Rascunho</StateBadge>
      )}
      {content.is_featured && <StateBadge tone="featured">Destaque</StateBadge>}
      {content.is_member_only && <StateBadge tone="exclusive">Membros</StateBadge>}
    </>
  );
}
