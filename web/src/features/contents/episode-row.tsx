import { ContentCover } from '@/lib/content-cover';
import { DEFAULT_READ_TIME } from '@/lib/content-kind';
import { AudioPlayer } from '@/ui/player/audio-player';
import { CardLink } from './card-link';
import { coverClass, titleHover } from './content-cards';
import { ContentMeta } from './content-meta';
import type { MediaCard } from './list-queries';

/** An episode: what it is about, and its player right there. */
export function EpisodeRow({ content }: { content: MediaCard }) {
  return (
    <article className="grid gap-x-(--gutter) gap-y-4 border-t border-border py-[clamp(1.5rem,2.6vw,2.25rem)] md:grid-cols-12">
      <ContentCover
        content={content}
        className={coverClass(content, 'self-start aspect-square max-md:hidden md:col-span-2')}
      />
      <div className="grid content-start gap-3 md:col-span-10 lg:col-span-8">
        <ContentMeta content={content} />
        <h2 className="type-title-1">
          <CardLink content={content} className="group">
            <span className={titleHover}>{content.title}</span>
          </CardLink>
        </h2>
        {content.description && (
          <p className="max-w-[60ch] text-base leading-relaxed text-foreground-2">{content.description}</p>
        )}
        {content.file_url && (
          <AudioPlayer
            id={content.id}
            src={content.file_url}
            title={content.title}
            length={content.read_time || DEFAULT_READ_TIME}
            className="mt-2"
          />
        )}
      </div>
    </article>
  );
}
