import { Lock } from 'lucide-react';
import { ContentCover } from '@/lib/content-cover';
import { DEFAULT_READ_TIME } from '@/lib/content-kind';
import { cx } from '@/lib/cx';
import { AudioPlayer } from '@/ui/player/audio-player';
import { CardLink } from '../cards/card-link';
import { coverClass, titleHover } from '../cards/content-cards';
import { ContentMeta } from '../cards/content-meta';
import type { MediaCard } from '../list-queries';

/** An episode: what it is about, and its player right there. */
export function EpisodeRow({ content }: { content: MediaCard }) {
  return (
    <article className="relative grid gap-x-(--gutter) gap-y-4 border-t border-border py-[clamp(1.5rem,2.6vw,2.25rem)] md:grid-cols-12">
      <ContentCover
        content={content}
        className={coverClass(content, 'self-start aspect-square max-md:hidden md:col-span-2')}
      />
      <div className="grid content-start gap-3 md:col-span-10 lg:col-span-8">
        <ContentMeta content={content} />
        <h2 className="type-title-1">
          {/* Where there is no player, the whole row is the link. */}
          <CardLink content={content} className={cx('group', content.is_member_only && 'after:absolute after:inset-0')}>
            <span className={titleHover}>{content.title}</span>
          </CardLink>
        </h2>
        {content.description && (
          <p className="max-w-[60ch] text-base leading-relaxed text-foreground-2">{content.description}</p>
        )}
        {content.is_member_only && <LockedPlayer />}
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

/** Stands where the player would. */
function LockedPlayer() {
  return (
    <p className="mt-2 flex items-center gap-3 type-ui text-muted-foreground">
      <span className="grid size-13 shrink-0 place-items-center rounded-md bg-muted">
        <Lock aria-hidden="true" className="size-5" strokeWidth={1.6} />
      </span>
      Para ouvir com a assinatura
    </p>
  );
}
