import { useQueryClient } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { type ComponentType, type MouseEvent, useState } from 'react';
import { paths } from '@/app/pages';
import { ContentCover } from '@/entities/content-cover';
import { contentKind, readTime } from '@/entities/content-kind';
import { cx } from '@/lib/cx';
import { formatDate, isoDay } from '@/lib/format';
import { navigate } from '@/lib/router';
import { BadgeShape } from '@/ui/badge';
import { Link, LinkArrow } from '@/ui/link';
import { Highlight } from '@/widgets/highlight';
import { articlePath, type ContentCard, publishedAt } from '../queries';
import type { PlanOfferProps } from './plan-offer';

export interface CardProps {
  content: ContentCard;
  words?: readonly string[];
  accent?: boolean;
  /** 'h2' unless the list has a heading of its own. */
  heading?: 'h2' | 'h3';
  /** In a list of one type, which its title names. */
  isOfOneType?: boolean;
}

export const titleHover = 'transition-colors duration-(--dur-1) group-hover:text-north';
export const coverHover =
  'border border-transparent transition-colors duration-(--dur-1) group-hover:border-foreground';

export function coverClass(content: ContentCard, className: string): string {
  return cx(className, content.is_member_only && '*:opacity-40');
}

export function GridCard({ content, words = [], accent = false, heading: Heading = 'h2' }: CardProps) {
  return (
    <article>
      <CardLink content={content} href={paths.article(content.id)} className="group flex h-full flex-col gap-3">
        <ContentCover content={content} shape="card" accent={accent} className={`aspect-16/10 ${coverHover}`} />
        <ContentMeta content={content} className="mt-1" />
        <Heading className={`type-title-1 ${titleHover}`}>
          <Highlight text={content.title} words={words} />
        </Heading>
        {content.description && (
          <p className="max-w-[52ch] text-base leading-relaxed text-foreground-2">
            <Highlight text={content.description} words={words} />
          </p>
        )}
      </CardLink>
    </article>
  );
}

export function RowCard({ content, accent = false, heading: Heading = 'h3', isOfOneType = false }: CardProps) {
  return (
    <CardLink
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
        <ContentMeta content={content} isOfOneType={isOfOneType} />
      </div>
      <LinkArrow className="text-muted-foreground group-hover:text-north" />
    </CardLink>
  );
}

/** `Artigo · Gestão · 7 min · 14/11/2025`, and whether it is for members only. */
export function ContentMeta({
  content,
  className,
  isOfOneType = false,
}: Pick<CardProps, 'content' | 'isOfOneType'> & { className?: string }) {
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
      {/* StateBadge would bring the icons of all the other states. */}
      {content.is_member_only && (
        <BadgeShape icon={Lock} className="bg-foreground text-background">
          Exclusivo
        </BadgeShape>
      )}
    </p>
  );
}

export interface CardLinkProps {
  content: ContentCard;
  /** The article's own address, unless the list links by ids. */
  href?: string;
  className?: string;
  children: React.ReactNode;
}

/** The link of a card: to the article, or to the offer for member-only content. */
export function CardLink(props: CardLinkProps) {
  if (props.content.is_member_only) return <ExclusiveLink {...props} />;
  const { content, href, className, children } = props;
  return (
    <Link href={href ?? articlePath(content)} className={className}>
      {children}
    </Link>
  );
}

const opensElsewhere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

/** Links to the plans; with script, subscribers go to the content and everybody else gets the offer here. */
function ExclusiveLink({ content, className, children }: CardLinkProps) {
  const [Offer, setOffer] = useState<ComponentType<PlanOfferProps>>();
  const [open, setOpen] = useState(false);
  const queryClient = useQueryClient();

  const follow = async () => {
    const { hasSubscription, PlanOffer } = await import('./plan-offer');
    if (!(await hasSubscription(queryClient))) {
      setOffer(() => PlanOffer);
      setOpen(true);
    } else {
      navigate(paths.membersContent(content.id));
    }
  };
  const onClick = (event: MouseEvent) => {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    follow().catch((reason: unknown) => {
      console.warn('the offer could not be shown', reason);
      navigate(paths.pricing);
    });
  };
  return (
    <>
      <Link href={paths.pricing} aria-haspopup="dialog" onClick={onClick} className={className}>
        {children}
      </Link>
      {Offer && <Offer title={content.title} open={open} onOpenChange={setOpen} />}
    </>
  );
}
