import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, LockOpen } from 'lucide-react';
import { useEffect } from 'react';
import { paths } from '@/app/pages';
import { DEFAULT_READ_TIME } from '@/lib/content-kind';
import { formatLongDate, isoDay } from '@/lib/format';
import { Navigate } from '@/lib/router';
import { Badge, BadgeShape } from '@/ui/badge';
import { StaticChip } from '@/ui/chip';
import { Link } from '@/ui/link';
import { Loading, Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast';
import { ExternalLink } from '../external-link';
import type { Article } from '../queries';
import { contentText } from '../text';
import { MemberBody } from './member-body';
import { MemberMedia } from './member-media';
import { exclusiveQuery, progressQuery } from './member-queries';

export interface MemberContentProps {
  id: string;
  userId: string;
}

/** One exclusive content. What cannot be read leads back to the list; what has become public, to its public page. */
export function MemberContent({ id, userId }: MemberContentProps) {
  const { data, isError } = useQuery(exclusiveQuery(id));
  // The place one left is taken up once: it must be known before anything plays.
  const progress = useQuery(progressQuery(userId));
  if (isError || data === null) return <Missing failed={isError} />;
  if (!data || progress.isLoading) return <ContentSkeleton />;
  if (!data.is_member_only) {
    return (
      <Navigate to={paths.article(data.id)} replace>
        <ContentSkeleton />
      </Navigate>
    );
  }
  return <Exclusive key={data.id} content={data} userId={userId} left={progress.data?.get(data.id)?.position} />;
}

function Missing({ failed }: { failed: boolean }) {
  useEffect(() => toast(failed ? contentText.notOpened : contentText.notFound), [failed]);
  return (
    <Navigate to={paths.membersContents} replace>
      <ContentSkeleton />
    </Navigate>
  );
}

interface ExclusiveProps {
  content: Article;
  userId: string;
  /** Where the member was, in the content's own measure. */
  left: number | undefined;
}

function Exclusive({ content, userId, left }: ExclusiveProps) {
  const reader = { content, userId, left };
  return (
    <article>
      <Header content={content} />
      <div className="mt-[clamp(1.5rem,3vw,2.5rem)] grid gap-8">
        <MemberMedia {...reader} />
        {content.external_link && content.content_type === 'link' && (
          <ExternalLink href={content.external_link} className="max-w-(--measure)" />
        )}
        <MemberBody {...reader} />
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

/** What the time a content takes is spent on, where it is not reading. */
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
      <h1 className="mt-4 type-display-3">{content.title}</h1>
      {content.description && <p className="mt-4 type-lede">{content.description}</p>}
      <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 type-ui">
        {content.category && <Badge>{content.category}</Badge>}
        <time dateTime={isoDay(content.created_at)}>{formatLongDate(content.created_at)}</time>
        <span className="text-muted-foreground">
          {content.read_time || DEFAULT_READ_TIME} de {TIME_SPENT[content.content_type] ?? 'leitura'}
        </span>
      </p>
    </header>
  );
}

function ContentSkeleton() {
  return (
    <Loading label="Abrindo o conteúdo">
      <div className="grid max-w-[52rem] gap-4">
        <Skeleton className="h-6 w-56" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-12 w-2/3" />
        <Skeleton className="mt-6 aspect-video w-full" />
      </div>
    </Loading>
  );
}
