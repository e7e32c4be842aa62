import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Eye, EyeOff, Lock, MessageSquare, Pin } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { paths } from '@/app/pages';
import { Avatar, MemberName, nameOf, type Profile, roleOf } from '@/entities/member';
import { hiddenLabel } from '@/entities/sanctions';
import { formatAgo, formatCount, formatDateTime, formatNumber } from '@/lib/format';
import { Badge } from '@/ui/badge';
import { Link } from '@/ui/link';
import { latePart } from '@/ui/start/late-part';
import { setPostLike } from '../actions';
import { patchPost } from '../cache';
import type { Category, Post } from '../queries';
import { LikeButton } from './like-button';
import { NewComments } from './new-comments';
import { NO_CATEGORY } from './text';

export interface PostCardProps {
  post: Post;
  userId: string;
  profile: Profile | undefined;
  category: Category | undefined;
  now: number;
  /** Written after the person's last visit. */
  isNew?: boolean;
  /** Comments since the person last opened it. */
  newComments?: number;
  /** The key of its first picture. */
  picture?: string | undefined;
}

const Thumbnail = latePart(() => import('./thumbnail'));

/** A post in the community's list. */
export function PostCard(props: PostCardProps) {
  const { post, userId, profile, category, now, isNew = false, newComments = 0, picture } = props;
  return (
    <article className="grid gap-x-4 border-t border-border py-6 sm:grid-cols-[auto_minmax(0,1fr)]">
      <Avatar profile={profile} id={post.author_id} className="size-10 max-sm:hidden" />
      <div className="min-w-0">
        {picture && (
          <div className="float-right ml-4 size-20 overflow-hidden rounded-md border border-border bg-muted sm:size-24">
            <Suspense>
              <Thumbnail picture={picture} />
            </Suspense>
          </div>
        )}
        <PostMeta post={post} profile={profile} category={category} now={now}>
          {isNew && <Badge tone="soon">Novo</Badge>}
          <NewComments count={newComments} one="comentário novo" many="comentários novos" />
        </PostMeta>
        <h2 className="mt-2 type-title-2">
          <Link href={paths.membersPost(post.id)} data-key="open" className="hover:text-north">
            {post.title}
          </Link>
        </h2>
        {post.excerpt && (
          <p className="mt-1.5 line-clamp-3 text-base leading-normal text-foreground-2">{post.excerpt}</p>
        )}
        <div className="mt-2.5 flex flex-wrap items-center gap-x-6 gap-y-1">
          <PostLike post={post} userId={userId} author={nameOf(profile)} />
          <CommentsLink post={post} />
          <Views count={post.views_count} />
          <Tags tags={post.tags} />
        </div>
      </div>
    </article>
  );
}

export function Views({ count }: { count: number }) {
  return (
    <span className="inline-flex items-center gap-2 text-sm text-muted-foreground tabular-nums">
      <Eye aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
      <span aria-hidden="true">{formatNumber(count)}</span>
      <span className="sr-only">{formatCount(count, 'visualização', 'visualizações')}</span>
    </span>
  );
}

export function Tags({ tags }: { tags: readonly string[] | null }) {
  if (!tags?.length) return null;
  return (
    <ul aria-label="Etiquetas" className="ml-auto flex flex-wrap gap-1.5 max-sm:ml-0 max-sm:w-full">
      {tags.map((tag) => (
        <li key={tag}>
          <Badge>{tag}</Badge>
        </li>
      ))}
    </ul>
  );
}

export function PostLike({ post, userId, author }: { post: Post; userId: string; author: string }) {
  const queryClient = useQueryClient();
  const liked = post.community_likes.length > 0;
  return (
    <LikeButton
      liked={liked}
      count={post.likes_count}
      what={`a publicação de ${author}`}
      onShow={(next) =>
        patchPost(queryClient, post.id, (shown) => ({
          ...shown,
          community_likes: next ? [{ user_id: userId }] : [],
          likes_count: Math.max(0, shown.likes_count + (next ? 1 : -1)),
        }))
      }
      onStore={(next) => setPostLike(post, userId, next)}
    />
  );
}

function CommentsLink({ post }: { post: Post }) {
  return (
    <Link
      href={`${paths.membersPost(post.id)}#comentarios`}
      className="-mx-2 inline-flex min-h-11 items-center gap-2 rounded-md px-2 text-sm text-muted-foreground tabular-nums hover:text-foreground lg:min-h-9"
    >
      <MessageSquare aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
      <span aria-hidden="true">{formatNumber(post.comments_count)}</span>
      <span className="sr-only">{formatCount(post.comments_count, 'comentário', 'comentários')}</span>
    </Link>
  );
}

export interface PostMetaProps {
  post: Post;
  profile: Profile | undefined;
  category: Category | undefined;
  now: number;
  children?: ReactNode;
}

/** Author and time of a post, its category, and its states. */
export function PostMeta({ post, profile, category, now, children }: PostMetaProps) {
  const role = roleOf(profile);
  const { name, color } = category ?? NO_CATEGORY;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-small text-muted-foreground max-sm:flex-1">
      {/* A line of its own on a phone, so that nothing moves when the name arrives. */}
      <span className="flex min-w-0 gap-x-2 max-sm:w-full">
        <MemberName profile={profile} id={post.author_id} className="max-w-full shrink-0 truncate" />
        {role && <span className="min-w-0 max-w-72 truncate">{role}</span>}
      </span>
      <time dateTime={post.created_at} title={formatDateTime(post.created_at)}>
        {formatAgo(post.created_at, now)}
      </time>
      {post.edited_at && <span title={formatDateTime(post.edited_at)}>editado</span>}
      <Badge tone="line">
        <span aria-hidden="true" className="size-2 rounded-full bg-current" style={{ color }} />
        {name}
      </Badge>
      {post.is_pinned && (
        <Badge icon={Pin} className="bg-transparent text-north inset-ring inset-ring-north">
          Fixado
        </Badge>
      )}
      {post.accepted_count > 0 && (
        <Badge icon={CircleCheck} className="bg-success-tint text-success">
          Resolvida
        </Badge>
      )}
      {post.is_locked && <Badge icon={Lock}>Fechado</Badge>}
      {post.is_hidden && <Badge icon={EyeOff}>{hiddenLabel(post)}</Badge>}
      {children}
    </div>
  );
}
