import { PencilLine } from 'lucide-react';
import { ContentCover } from '@/lib/content-cover';
import { DEFAULT_READ_TIME } from '@/lib/content-kind';
import { formatDate } from '@/lib/format';
import { Button } from '@/ui/button';
import { Empty } from '@/ui/empty';
import type { ContentRow } from './queries';
import { StateBadges } from './state-badges';
import { emptyContents } from './text';
import { TypeBadge } from './type-badge';

/** The newest contents, each with its way into the form. */
export function RecentContents({
  contents,
  onEdit,
}: {
  contents: readonly ContentRow[];
  onEdit: (id: string) => void;
}) {
  if (contents.length === 0) return <Empty {...emptyContents} className="mt-4" />;
  return (
    <ul className="mt-2">
      {contents.map((content) => (
        <li
          key={content.id}
          className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-x-4 gap-y-2.5 border-b border-border py-3.5 lg:grid-cols-[4.5rem_minmax(0,1fr)_19rem_auto] lg:gap-x-6"
        >
          <ContentCover content={content} className="h-12 w-18 self-start" />
          <div>
            <p className="type-title-3">{content.title}</p>
            <p className="type-meta">
              {[content.category, formatDate(content.created_at), content.read_time || DEFAULT_READ_TIME]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          <div className="flex flex-wrap gap-1.5 max-lg:col-start-2">
            <TypeBadge type={content.content_type} />
            <StateBadges content={content} />
          </div>
          <Button
            variant="ghost"
            size="small"
            className="justify-self-start max-lg:col-start-2 max-lg:-ml-4"
            onClick={() => onEdit(content.id)}
          >
            <PencilLine aria-hidden="true" className="size-4" strokeWidth={1.6} />
            Editar<span className="sr-only"> {content.title}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
