import { ContentCover } from '@/lib/content-cover';
import { cx } from '@/lib/cx';
import { LinkArrow } from '@/ui/link';
import type { ContentCard } from '../queries';
import { CardLink } from './card-link';
import { ContentMeta } from './content-meta';
import { Marked } from './marked';

export interface CardProps {
  content: ContentCard;
  /** What was searched for, folded. */
  words?: readonly string[];
  accent?: boolean;
  /** 'h2' unless the list stands under a heading of its own. */
  heading?: 'h2' | 'h3';
}

export const titleHover = 'transition-colors duration-(--dur-1) group-hover:text-north';
const coverHover = 'border border-transparent transition-colors duration-(--dur-1) group-hover:border-foreground';

/** What is locked stands back: its art is faint on its plate. */
export function coverClass(content: ContentCard, className: string): string {
  return cx(className, content.is_member_only && '*:opacity-40');
}

/** What one does with a content, where that is not reading. */
const ACTIONS: Partial<Record<string, string>> = { video: 'Assistir agora', audio: 'Ouvir agora' };

/** The newest one: art in seven columns, text in five. */
export function LeadCard({ content, words = [] }: CardProps) {
  return (
    <article className="border-t border-border-strong pt-5">
      <CardLink content={content} className="group grid gap-x-(--gutter) gap-y-6 lg:grid-cols-12">
        <ContentCover content={content} shape="lead" eager className={`aspect-16/10 lg:col-span-7 ${coverHover}`} />
        <div className="flex flex-col gap-4 lg:col-span-5 lg:pl-4">
          <ContentMeta content={content} />
          <h2 className={`type-display-3 ${titleHover}`}>
            <Marked text={content.title} words={words} />
          </h2>
          {content.description && (
            <p className="type-lede">
              <Marked text={content.description} words={words} />
            </p>
          )}
          <span className="mt-auto inline-flex min-h-11 items-center gap-2 font-label type-ui">
            {ACTIONS[content.content_type] ?? 'Ler agora'}
            <LinkArrow className="text-north" />
          </span>
        </div>
      </CardLink>
    </article>
  );
}

/** One of two in a row. */
export function GridCard({ content, words = [], accent = false }: CardProps) {
  return (
    <article>
      <CardLink content={content} className="group flex h-full flex-col gap-3">
        <ContentCover content={content} shape="card" accent={accent} className={`aspect-16/10 ${coverHover}`} />
        <ContentMeta content={content} className="mt-1" />
        <h2 className={`type-title-1 ${titleHover}`}>
          <Marked text={content.title} words={words} />
        </h2>
        {content.description && (
          <p className="max-w-[52ch] text-base leading-relaxed text-foreground-2">
            <Marked text={content.description} words={words} />
          </p>
        )}
      </CardLink>
    </article>
  );
}

/** What a list of recommendations opens with: the wide art, and the text below it. */
export function TopCard({ content }: CardProps) {
  return (
    <CardLink content={content} className="group grid gap-4 pb-[clamp(1.5rem,3vw,2.5rem)]">
      <ContentCover
        content={content}
        shape="lead"
        accent={!content.is_member_only}
        className={coverClass(content, `mb-1.5 aspect-16/9 ${coverHover}`)}
      />
      <ContentMeta content={content} />
      <h3 className={`type-display-3 ${titleHover}`}>{content.title}</h3>
      {content.description && <p className="max-w-[56ch] type-lede">{content.description}</p>}
    </CardLink>
  );
}

/** One line of a list: small cover, title, meta, arrow. */
export function RowCard({ content, accent = false, heading: Heading = 'h3' }: CardProps) {
  return (
    <CardLink
      content={content}
      className="group grid grid-cols-[clamp(6rem,12.5vw,10rem)_minmax(0,1fr)_auto] items-center gap-x-[clamp(1rem,2.4vw,2.25rem)] border-t border-border py-5"
    >
      <ContentCover content={content} accent={accent} className={coverClass(content, 'aspect-3/2')} />
      <div>
        <Heading className={`mb-1.5 type-title-1 ${titleHover}`}>{content.title}</Heading>
        <ContentMeta content={content} />
      </div>
      <LinkArrow className="text-muted-foreground group-hover:text-north" />
    </CardLink>
  );
}
