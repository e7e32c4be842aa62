import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { paths } from '@/app/pages';
import { useClosedPictures } from '@/entities/closed-pictures';
import { heldQuery, useClosedPlan, useFollowedPlan } from '@/entities/held';
import { useSite } from '@/entities/site';
import { withResponsivePictures } from '@/lib/picture-sources';
import { Navigate } from '@/lib/router';
import { Button } from '@/ui/button';
import { Loading, Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast';
import { ClosedByPlan } from '@/widgets/closed-by-plan';
import type { Article } from '../queries';
import { ArticleContents } from '../reading/article-contents';
import { outlineArticle } from '../reading/article-outline';
import { RichText } from '../reading/rich-text';
import { contentText } from '../text';
import { MemberArticle } from './member-article';
import { MemberMedia, type ReaderProps } from './member-media';
import { type KeepPlace, placeAt, useProgressWriter } from './member-progress';
import { exclusiveKey, exclusiveLists, exclusiveQuery, progressQuery } from './member-queries';
import { MoreForMembers } from './more-for-members';

export function MemberContent({ id, userId }: { id: string; userId: string }) {
  const { data, isError } = useQuery(exclusiveQuery(id));
  // Must be known before anything plays.
  const progress = useQuery(progressQuery(userId));
  const held = useQuery(heldQuery);
  useFollowedPlan(userId, [{ queryKey: exclusiveKey(id) }, { queryKey: exclusiveLists }]);
  if (isError || data === null) return <Missing failed={isError} />;
  if (!data || progress.isLoading || held.isLoading) return <ContentSkeleton />;
  if (!data.is_member_only) {
    return (
      <Navigate to={paths.content(data)} replace>
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
  const keep = useProgressWriter(userId, content.id);
  const reader = { content, left, keep };
  const plan = useClosedPlan(content.entitlement);
  return (
    <>
      {plan ? (
        <MemberArticle
          content={content}
          media={<ClosedByPlan plan={plan} what="Este conteúdo" back={paths.membersContent(content.id)} />}
          body={null}
        />
      ) : (
        <MemberArticle content={content} media={<MemberMedia {...reader} />} body={<MemberBody {...reader} />} />
      )}
      <MoreForMembers content={content} userId={userId} />
    </>
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

/** An article of fewer parts has no list of them. */
const MIN_PARTS = 2;

/** Below this and when finished, reading starts from the top. */
const MIN_LEFT = 5;
const MAX_LEFT = 95;

export function MemberBody({ content, left, keep }: ReaderProps) {
  const { origin } = useSite();
  const body = useRef<HTMLDivElement>(null);
  const text = useClosedPictures(content.body ?? '', content.is_member_only);
  const { html, outline } = useMemo(() => {
    const outlined = outlineArticle(text);
    return { ...outlined, html: withResponsivePictures(outlined.html, origin) };
  }, [text, origin]);
  const isText = content.content_type === 'article' || content.content_type === 'letter';
  if (!html) return null;
  return (
    <div className="gap-x-12 xl:grid xl:grid-cols-[minmax(0,1fr)_15rem]">
      <div className="min-w-0">
        {isText && <Reading body={body} left={left} keep={keep} />}
        <RichText ref={body} html={html} type={content.content_type} />
      </div>
      {outline.length >= MIN_PARTS && <ArticleContents outline={outline} className="max-xl:hidden" />}
    </div>
  );
}

interface ReadingProps {
  body: React.RefObject<HTMLElement | null>;
  left: number | undefined;
  keep: KeepPlace;
}

/** Stores how much of the text has passed the lower edge of the window, and scrolls back to it. */
function Reading({ body, left, keep }: ReadingProps) {
  const [offered, setOffered] = useState(left !== undefined && left >= MIN_LEFT && left < MAX_LEFT);
  useEffect(() => {
    let furthest = left ?? 0;
    const look = () => {
      const text = body.current?.getBoundingClientRect();
      if (!text?.height) return;
      const read = Math.round(((window.innerHeight - text.top) / text.height) * 100);
      if (read <= furthest) return;
      furthest = Math.min(100, read);
      keep(placeAt(furthest, 100), furthest >= MAX_LEFT);
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
      Continuar de onde você parou ({left}%)
    </Button>
  );
}
