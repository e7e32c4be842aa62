import { Badge } from '@/ui/badge';
import type { ContentRow } from './queries';

/** What is true of a content, as badges: published or draft, featured, for members. */
export function StateBadges({ content }: { content: ContentRow }) {
  return (
    <>
      {content.is_published ? <Badge tone="success">Publicado</Badge> : <Badge tone="draft">Rascunho</Badge>}
      {content.is_featured && <Badge tone="featured">Destaque</Badge>}
      {content.is_member_only && <Badge tone="exclusive">Membros</Badge>}
    </>
  );
}
