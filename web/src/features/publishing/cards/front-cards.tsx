/** Recommended contents at the top of /conteudos: one with its picture, and stories beside it. */
import { ContentCover } from '@/entities/content-cover';
import type { ContentCard } from '../queries';
import { CardLink, ContentMeta } from './content-cards';
import { coverClass, coverHover, titleHover } from './open-cards';

export function TopCard({ content }: { content: ContentCard }) {
  return (
    <CardLink content={content} className="group grid gap-4">
      <ContentCover
        content={content}
        shape="lead"
        eager
        accent={!content.is_member_only}
        className={coverClass(content, `mb-1.5 aspect-16/10 lg:aspect-4/3 ${coverHover}`)}
      />
      <ContentMeta content={content} />
      <h3 className={`type-display-3 ${titleHover}`}>{content.title}</h3>
      {content.description && <p className="max-w-[56ch] type-lede">{content.description}</p>}
    </CardLink>
  );
}

/** A story beside the first: words alone, so that one picture leads. */
export function StoryCard({ content }: { content: ContentCard }) {
  return (
    <CardLink content={content} className="group grid gap-2 border-t border-border py-4.5">
      <h3 className={`type-title-1 ${titleHover}`}>{content.title}</h3>
      {content.description && (
        <p className="line-clamp-3 max-w-[56ch] text-base leading-relaxed text-foreground-2">{content.description}</p>
      )}
      <ContentMeta content={content} />
    </CardLink>
  );
}
