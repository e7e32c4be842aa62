import { ArrowLeft, LockOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '@/app/pages';
import { readTime } from '@/entities/content-kind';
import { formatLongDate, isoDay } from '@/lib/format';
import { Badge, BadgeShape } from '@/ui/badge';
import { StaticChip } from '@/ui/chip';
import { Link } from '@/ui/link';
import { type Article, publishedAt } from '../queries';
import { ExternalLink } from '../reading/rich-text';

export interface MemberArticleProps {
  content: Article;
  media: ReactNode;
  body: ReactNode;
}

/** An exclusive content as members see it. */
export function MemberArticle({ content, media, body }: MemberArticleProps) {
  return (
    <article>
      <Header content={content} />
      <div className="mt-[clamp(1.5rem,3vw,2.5rem)] grid grid-cols-1 gap-8">
        {media}
        {content.external_link && content.content_type === 'link' && (
          <ExternalLink href={content.external_link} className="max-w-(--measure)" />
        )}
        {body}
        {content.external_link && content.content_type !== 'link' && (
          <ExternalLink href={content.external_link} className="max-w-(--measure)" />
        )}
        {content.tags.length > 0 && (
          <ul aria-label="Etiquetas" className="flex flex-wrap gap-2 print:hidden">
            {content.tags.map((tag) => (
              <li key={tag}>
                <StaticChip>{tag}</StaticChip>
              </li>
            ))}
          </ul>
        )}
      </div>
    </article>
  );
}

/** The verb of the duration, where it is not reading. */
const TIME_SPENT: Partial<Record<string, string>> = { video: 'vídeo', audio: 'áudio' };

function Header({ content }: { content: Article }) {
  return (
    <header className="max-w-[52rem]">
      <Link
        href={paths.membersContents}
        className="inline-flex min-h-11 items-center gap-1.5 type-meta hover:text-foreground"
      >
        <ArrowLeft aria-hidden="true" className="size-4" strokeWidth={1.6} />
        Conteúdos exclusivos
      </Link>
      <p className="mt-3">
        <BadgeShape icon={LockOpen} className="bg-foreground text-background">
          Conteúdo Exclusivo para Membros
        </BadgeShape>
      </p>
      <h1 className="mt-4 type-display-2 text-[clamp(2.125rem,1.4rem+3vw,3.75rem)]">{content.title}</h1>
      {content.description && <p className="mt-4 type-lede">{content.description}</p>}
      <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 type-ui">
        {content.category && <Badge>{content.category}</Badge>}
        <time dateTime={isoDay(publishedAt(content))}>{formatLongDate(publishedAt(content))}</time>
        <span className="text-muted-foreground">
          {readTime(content)} de {TIME_SPENT[content.content_type] ?? 'leitura'}
        </span>
      </p>
    </header>
  );
}
