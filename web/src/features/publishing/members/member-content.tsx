import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, LockOpen } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { paths } from '@/app/pages';
import { DEFAULT_READ_TIME } from '@/entities/content-kind';
import { useSite } from '@/entities/site';
import { formatLongDate, isoDay } from '@/lib/format';
import { withResponsivePictures } from '@/lib/picture-sources';
import { Navigate } from '@/lib/router';
import { Badge, BadgeShape } from '@/ui/badge';
import { Button } from '@/ui/button';
import { StaticChip } from '@/ui/chip';
import { Link } from '@/ui/link';
import { Loading, Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast';
import type { Article } from '../queries';
import { outlineArticle } from '../reading/article-outline';
import { ExternalLink, RichText } from '../reading/rich-text';
import { contentText } from '../text';
import { MemberMedia } from './member-media';
import { placeAt, useProgressWriter } from './member-progress';
import { exclusiveQuery, progressQuery } from './member-queries';

export function MemberContent({ id, userId }: { id: string; userId: string }) {
  const { data, isError } = useQuery(exclusiveQuery(id));
  // Must be known before anything plays.
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

function Exclusive({ content, userId, left }: { content: Article; userId: string; left: number | undefined }) {
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

/** Below this and when finished, reading starts from the top. */
const LEAST_LEFT = 5;
const MOST_LEFT = 95;

export function MemberBody({ content, userId, left }: { content: Article; userId: string; left: number | undefined }) {
  const { origin } = useSite();
  const body = useRef<HTMLDivElement>(null);
  const html = useMemo(
    () => withResponsivePictures(outlineArticle(content.body ?? '').html, origin),
    [content.body, origin],
  );
  const isText = content.content_type === 'article';
  if (!html) return null;
  return (
    <div>
      {isText && <Reading body={body} userId={userId} contentId={content.id} left={left} />}
      <RichText ref={body} html={html} />
    </div>
  );
}

interface ReadingProps {
  body: React.RefObject<HTMLElement | null>;
  userId: string;
  contentId: string;
  left: number | undefined;
}

/** Stores how much of the text has passed the lower edge of the window, and scrolls back to it. */
function Reading({ body, userId, contentId, left }: ReadingProps) {
  const keep = useProgressWriter(userId, contentId);
  const [offered, setOffered] = useState(left !== undefined && left >= LEAST_LEFT && left < MOST_LEFT);
  useEffect(() => {
    let furthest = left ?? 0;
    const look = () => {
      const text = body.current?.getBoundingClientRect();
      if (!text?.height) return;
      const read = Math.round(((window.innerHeight - text.top) / text.height) * 100);
      if (read <= furthest) return;
      furthest = Math.min(100, read);
      keep(placeAt(furthest, 100), furthest >= MOST_LEFT);
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [body, keep, left]);
  if (!offered || left === undefined) return null;
  const resume = () => {
    const text = body.current?.getBoundingClientRect();
    setOffered(false);
    if (!text) return;
    window.scrollTo({ top: window.scrollY + text.top + (text.height * left) / 100 - window.innerHeight * 0.75 });
    body.current?.focus({ preventScroll: true });
  };
  return (
    <Button variant="line" size="small" className="mb-6 print:hidden" onClick={resume}>
      Continuar de onde parei ({left}%)
    </Button>
  );
}
