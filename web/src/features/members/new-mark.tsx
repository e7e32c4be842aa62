import { MAX_UNREAD } from '@/entities/community-unread';
import { formatCount } from '@/lib/format';

/** Number of new posts behind an entry of the menu. It is a dot where a number has no room. */
export function NewMark({ count, asDot = false }: { count: number; asDot?: boolean }) {
  if (count === 0) return null;
  const spoken = <span className="sr-only">, {formatCount(count, 'nova', 'novas')}</span>;
  if (asDot) {
    return (
      <>
        <span aria-hidden="true" className="absolute top-2 left-1/2 ml-2.5 size-2 rounded-full bg-north" />
        {spoken}
      </>
    );
  }
  return (
    <span className="ml-auto rounded-sm bg-primary px-1.5 py-0.5 font-label text-micro text-primary-foreground tabular-nums">
      <span aria-hidden="true">{count >= MAX_UNREAD ? `${MAX_UNREAD - 1}+` : count}</span>
      {spoken}
    </span>
  );
}
