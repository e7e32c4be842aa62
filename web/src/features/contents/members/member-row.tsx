import { Check } from 'lucide-react';
import { paths } from '@/app/pages';
import { ContentCover } from '@/lib/content-cover';
import { BadgeShape } from '@/ui/badge';
import { Link, LinkArrow } from '@/ui/link';
import { Progress } from '@/ui/progress';
import { titleHover } from '../cards/content-cards';
import { ContentMeta } from '../cards/content-meta';
import { Marked } from '../cards/marked';
import type { ContentCard } from '../queries';
import type { Progress as Known } from './member-queries';

export interface MemberRowProps {
  content: ContentCard;
  progress: Known | undefined;
  /** What was searched for, folded. */
  words?: readonly string[];
}

/** One exclusive content in a list: cover, title, meta, and how far the member is. No lock: it is open to them. */
export function MemberRow({ content, progress, words = [] }: MemberRowProps) {
  return (
    <Link
      href={paths.membersContent(content.id)}
      className="group grid grid-cols-[clamp(5rem,12.5vw,10rem)_minmax(0,1fr)_auto] items-center gap-x-[clamp(1rem,2.4vw,2.25rem)] border-t border-border py-5"
    >
      <ContentCover content={content} className="aspect-3/2" />
      <div className="grid gap-1.5">
        <h3 className={`type-title-1 ${titleHover}`}>
          <Marked text={content.title} words={words} />
        </h3>
        <ContentMeta content={{ ...content, is_member_only: false }} />
        {progress && <RowProgress progress={progress} />}
      </div>
      <LinkArrow className="text-muted-foreground group-hover:text-north" />
    </Link>
  );
}

function RowProgress({ progress: { progress, completed_at } }: { progress: Known }) {
  if (completed_at) {
    return (
      <BadgeShape icon={Check} className="justify-self-start bg-success-tint text-success">
        Concluído
      </BadgeShape>
    );
  }
  return progress > 0 && <Progress value={progress} className="mt-1 max-w-72" />;
}
