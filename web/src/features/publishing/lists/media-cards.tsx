/** Cards and rows of contents in the lists of their type that differ from the usual ones. */
import { Lock, Play } from 'lucide-react';
import { ContentCover } from '@/entities/content-cover';
import { readTime } from '@/entities/content-kind';
import { cx } from '@/lib/cx';
import { webHost } from '@/lib/web-host';
import { LinkArrow } from '@/ui/link';
import { AudioPlayer } from '@/ui/player/audio-player';
import { CardLink, ContentMeta, RowCard } from '../cards/content-cards';
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

const cornerMark =
  'absolute bottom-0 left-0 grid place-items-center bg-foreground text-background transition-colors duration-(--dur-1) group-hover:bg-north group-hover:text-on-north';

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
        <span className={cx(cornerMark, 'size-14')}>
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

/** A document, with a cover in the shape of a sheet. */
export function DocumentRow({ content }: { content: MediaCard }) {
  return (
    <CardLink
      content={content}
      className="group grid h-full grid-cols-[clamp(6rem,9vw,8.5rem)_minmax(0,1fr)] content-start gap-x-[clamp(1.125rem,2vw,2rem)] border-t border-border py-[clamp(1.5rem,2.6vw,2.25rem)]"
    >
      <div className="relative self-start">
        <ContentCover content={content} className={coverClass(content, 'aspect-3/4')} />
        <span className={cx(cornerMark, 'h-9 grid-flow-col gap-1.5 px-2.5 font-label text-small')}>
          {content.is_member_only && <Lock aria-hidden="true" className="size-4" strokeWidth={1.6} />}
          PDF
        </span>
      </div>
      <div className="grid content-start gap-3">
        <ContentMeta content={content} isOfOneType />
        <h2 className={cx('type-title-1', titleHover)}>{content.title}</h2>
        {content.description && (
          <p className="max-w-[52ch] text-base leading-relaxed text-foreground-2">{content.description}</p>
        )}
      </div>
    </CardLink>
  );
}

/** A link in a row that leads to our page and names the host. */
export function LinkRow({ content }: { content: MediaCard }) {
  const host = webHost(content.external_link ?? '');
  const note = host && (
    <p className="mb-2 flex items-center gap-2 font-label type-ui wrap-anywhere">
      {host}
      <LinkArrow newTab className="text-north" />
    </p>
  );
  return <RowCard content={content} heading="h2" isOfOneType note={note} />;
}
