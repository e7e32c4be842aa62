import { formatCount } from '@/lib/format';
import { Badge } from '@/ui/badge';

/** Number from which new comments are not counted one by one. */
const MANY = 100;

/** Number of new comments. Renders nothing if there are none. */
export function NewComments({ count, one, many }: { count: number; one: string; many: string }) {
  if (count === 0) return null;
  return <Badge tone="soon">{count >= MANY ? `Mais de ${MANY - 1} ${many}` : formatCount(count, one, many)}</Badge>;
}
