import { StateBadge } from '@/ui/state-badge';

export function CourseState({ isPublished }: { isPublished: boolean }) {
  return isPublished ? (
    <StateBadge tone="success">Publicado</StateBadge>
  ) : (
    <StateBadge tone="draft">Rascunho</StateBadge>
  );
}
