import { Lock, Play } from 'lucide-react';
import { ContentCover } from '@/lib/content-cover';
import { CardLink } from '../cards/card-link';
import { coverClass, titleHover } from '../cards/content-cards';
import { ContentMeta } from '../cards/content-meta';
import type { MediaCard } from '../list-queries';

/** A film by its cover, which leads to the page that plays it. */
export function FilmCard({ content, eager }: { content: MediaCard; eager: boolean }) {
  const Icon = content.is_member_only ? Lock : Play;
  return (
    <CardLink content={content} className="group grid gap-3">
      <div className="relative">
        <ContentCover content={content} shape="card" eager={eager} className={coverClass(content, 'aspect-video')} />
        <span className="absolute bottom-0 left-0 grid size-14 place-items-center bg-foreground text-background transition-colors duration-(--dur-1) group-hover:bg-north group-hover:text-on-north">
          <Icon aria-hidden="true" className="size-5" strokeWidth={1.6} />
        </span>
      </div>
      <ContentMeta content={content} className="mt-1" />
      <h2 className={`type-title-1 ${titleHover}`}>{content.title}</h2>
      {content.description && (
        <p className="max-w-[52ch] text-base leading-relaxed text-foreground-2">{content.description}</p>
      )}
    </CardLink>
  );
}
