/** Cards of what everybody may read: pages that show nothing else carry no more. */
import type { ComponentType, ReactNode } from 'react';
import { paths } from '@/app/pages';
import { ContentCover } from '@/entities/content-cover';
import { contentKind, readTime } from '@/entities/content-kind';
import { cx } from '@/lib/cx';
import { formatDate, isoDay } from '@/lib/format';
import { Link, LinkArrow } from '@/ui/link';
import { Highlight } from '@/widgets/highlight';
import { type ContentCard, publishedAt } from '../queries';

export interface CardProps {
  content: ContentCard;
  words?: readonly string[];
  accent?: boolean;
  /** 'h2' unless the list has a heading of its own. */
  heading?: 'h2' | 'h3';
  /** True in a list of one type, which the list's title names. */
  isOfOneType?: boolean;
  /** Note above the facts of a row. */
  note?: ReactNode;
}

export interface CardLinkProps {
  content: ContentCard;
  /** The article's own address, unless the list links by ids. */
  href?: string;
  className?: string;
  children: ReactNode;
}

export interface MetaProps extends Pick<CardProps, 'content' | 'isOfOneType'> {
  className?: string | undefined;
  /** Elements after the facts. */
  children?: ReactNode;
}

/** Parts of a card that differ in lists whose contents may be closed. */
export interface CardParts {
  Anchor: ComponentType<CardLinkProps>;
  Meta: ComponentType<MetaProps>;
}

export const titleHover = 'transition-colors duration-(--dur-1) group-hover:text-north';
export const coverHover =
  'border border-transparent transition-colors duration-(--dur-1) group-hover:border-foreground';

export function coverClass(content: ContentCard, className: string): string {
  return cx(className, content.is_member_only && '*:opacity-40');
}

/** The link of a card to its article. */
export function OpenLink({ content, href, className, children }: CardLinkProps) {
  return (
    <Link href={href ?? paths.content(content)} className={className}>
      {children}
    </Link>
  );
}

/** `Artigo · Gestão · 7 min · 14/11/2025` */
export function OpenMeta({ content, className, isOfOneType = false, children }: MetaProps) {
  const kind = isOfOneType ? '' : contentKind(content.content_type).label;
  const words = [kind, content.category, readTime(content)];
  return (
    <p className={cx('flex flex-wrap items-center gap-x-3 gap-y-1.5 type-meta tabular-nums', className)}>
      <span className="dotted">
        {words.filter(Boolean).map((word) => (
          <span key={word}>{word} </span>
        ))}
        <time dateTime={isoDay(publishedAt(content))}>{formatDate(publishedAt(content))}</time>
      </span>
      {children}
    </p>
  );
}

const OPEN: CardParts = { Anchor: OpenLink, Meta: OpenMeta };

export function GridCard({ content, words = [], accent = false, heading: Heading = 'h2' }: CardProps) {
  return (
    <article>
      <OpenLink
        content={content}
        href={paths.content({ ...content, slug: null })}
        className="group flex h-full flex-col gap-3"
      >
        <ContentCover content={content} shape="card" accent={accent} className={`aspect-16/10 ${coverHover}`} />
        <OpenMeta content={content} className="mt-1" />
        <Heading className={`type-title-1 ${titleHover}`}>
          <Highlight text={content.title} words={words} />
        </Heading>
        {content.description && (
          <p className="max-w-[52ch] text-base leading-relaxed text-foreground-2">
            <Highlight text={content.description} words={words} />
          </p>
        )}
      </OpenLink>
    </article>
  );
}

/** A content in a row; `parts` where it may be closed. */
export function OpenRowCard({
  content,
  accent = false,
  heading: Heading = 'h3',
  isOfOneType = false,
  note,
  parts: { Anchor, Meta } = OPEN,
}: CardProps & { parts?: CardParts }) {
  return (
    <Anchor
      content={content}
      className="group grid grid-cols-[clamp(6rem,12.5vw,10rem)_minmax(0,1fr)_auto] items-center gap-x-[clamp(1rem,2.4vw,2.25rem)] border-t border-border py-5"
    >
      <ContentCover content={content} accent={accent} className={coverClass(content, 'aspect-3/2')} />
      <div>
        <Heading className={`mb-1.5 type-title-1 ${titleHover}`}>{content.title}</Heading>
        {content.description && (
          <p className="mb-2 max-w-[64ch] text-base leading-relaxed text-foreground-2 max-md:hidden">
            {content.description}
          </p>
        )}
        {note}
        <Meta content={content} isOfOneType={isOfOneType} />
      </div>
      <LinkArrow className="text-muted-foreground group-hover:text-north" />
    </Anchor>
  );
}
