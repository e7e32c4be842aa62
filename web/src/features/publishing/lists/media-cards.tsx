/** How a film and an episode look in the list of their type. */
import { Lock, Play } from 'lucide-react';
import { ContentCover } from '@/entities/content-cover';
import { readTime } from '@/entities/content-kind';
import { cx } from '@/lib/cx';
import { AudioPlayer } from '@/ui/player/audio-player';
import { CardLink, ContentMeta } from '../cards/content-cards';
import { coverClass, titleHover } from '../cards/open-cards';
import type { MediaCard } from '../list-queries';

export function EpisodeRow({ content }: { content: MediaCard }) {
  return (
    <article className="relative grid gap-x-(--gutter) gap-y-4 border-t border-border py-[clamp(1.5rem,2.6vw,2.25rem)] md:grid-cols-12">
      <ContentCover
        content={content}
        className={coverClass(content, 'self-start aspect-square max-md:hidden md:col-span-2')}
      />
      <div className="grid content-start gap-3 md:col-span-10 lg:col-span-8">
        <ContentMeta content={content} isOfOneType />
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
            length={readTime(content)}
            quiet
            className="mt-2"
          />
        )}
      </div>
    </article>
  );
}

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

/** `leads`: the first of the list, over its whole width. */
export function FilmCard({ content, eager, leads }: { content: MediaCard; eager: boolean; leads: boolean }) {
  const Icon = content.is_member_only ? Lock : Play;
  return (
    <CardLink
      content={content}
      className={cx('group grid gap-x-(--gutter) gap-y-3', leads && 'lg:grid-cols-12 lg:items-center')}
    >
      <div className={cx('relative', leads && 'lg:col-span-7')}>
        <ContentCover
          content={content}
          shape={leads ? 'lead' : 'card'}
          eager={eager}
          className={coverClass(content, 'aspect-video')}
        />
        <span className="absolute bottom-0 left-0 grid size-14 place-items-center bg-foreground text-background transition-colors duration-(--dur-1) group-hover:bg-north group-hover:text-on-north">
          <Icon aria-hidden="true" className="size-5" strokeWidth={1.6} />
        </span>
      </div>
      <div className={cx('grid gap-3', leads && 'lg:col-span-5 lg:pl-6')}>
        <ContentMeta content={content} className="mt-1" isOfOneType />
        <h2 className={cx(leads ? 'type-display-3' : 'type-title-1', titleHover)}>{content.title}</h2>
        {content.description && (
          <p className="max-w-[52ch] text-base leading-relaxed text-foreground-2">{content.description}</p>
        )}
      </div>
    </CardLink>
  );
}
