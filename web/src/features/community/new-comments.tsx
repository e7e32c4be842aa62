import { formatCount } from '@/lib/format';
import { Badge } from '@/ui/badge';

/** From here on new comments are not counted one by one. */
const MANY = 100;

/** Number of comments that are new; nothing where none is. */
export function NewComments({ count, one, many }: { count: number; one: string; many: string }) {
  if (count === 0) return null;
  return <Badge tone="soon">{count >= MANY ? `Mais de ${MANY - 1} ${many}` : formatCount(count, one, many)}</Badge>;
}
