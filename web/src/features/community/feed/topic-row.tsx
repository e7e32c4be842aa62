import { CircleCheck, Lock, Pin } from 'lucide-react';
import { paths } from '@/app/pages';
import { MemberName } from '@/entities/member';
import { cx } from '@/lib/cx';
import { formatAgo, formatCount, formatDateTime, formatNumber } from '@/lib/format';
import { Badge } from '@/ui/badge';
import { Link } from '@/ui/link';
import { NewComments } from './new-comments';
import type { PostCardProps } from './post-card';
import { NO_CATEGORY } from './text';

/** Greatest age in days of a last answer that is shown as an age. Older answers show their date. */
const MONTH_DAYS = 31;

/** Number of answers a topic has, and whether one of them is accepted. */
export function AnswersCount({ post }: Pick<PostCardProps, 'post'>) {
  return (
    <p
      className={cx(
        'grid justify-items-center gap-0.5 rounded-md py-2 leading-none tabular-nums',
        post.accepted_count > 0 ? 'bg-success-tint text-success' : 'bg-muted text-foreground-2',
      )}
    >
      <span className="font-serif text-xl">{formatNumber(post.comments_count)}</span>
      <span className="text-micro">{post.comments_count === 1 ? 'resposta' : 'respostas'}</span>
    </p>
  );
}

/** Badges of a topic: its news and its states. */
export function TopicBadges({ post, isNew = false, newComments = 0 }: Omit<PostCardProps, 'now'>) {
  return (
    <>
      {isNew && <Badge tone="soon">Novo</Badge>}
      <NewComments count={newComments} one="resposta nova" many="respostas novas" />
      {post.accepted_count > 0 && (
        <Badge icon={CircleCheck} className="bg-success-tint text-success">
          Resolvida
        </Badge>
      )}
      {post.is_pinned && (
        <Badge icon={Pin} className="bg-transparent text-north inset-ring inset-ring-north">
          Fixado
        </Badge>
      )}
      {post.is_locked && <Badge icon={Lock}>Fechado</Badge>}
    </>
  );
}

/** A topic in the forum's list. Its number of answers comes first. */
export function TopicRow(props: PostCardProps) {
  const { post, profile, category, now } = props;
  const { name, color } = category ?? NO_CATEGORY;
  return (
    <article className="grid grid-cols-[4.25rem_minmax(0,1fr)] items-start gap-x-4 border-t border-border py-4 sm:grid-cols-[4.5rem_minmax(0,1fr)_auto]">
      <AnswersCount post={post} />
      <div className="min-w-0">
        <h2 className="type-title-3">
          <Link href={paths.membersPost(post.id)} data-key="open" className="hover:text-north">
            {post.title}
          </Link>
        </h2>
        <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-muted-foreground">
          <MemberName profile={profile} id={post.author_id} />
          <span className="inline-flex items-center gap-1.5">
            <span aria-hidden="true" className="size-2 rounded-full bg-current" style={{ color }} />
            {name}
          </span>
          <TopicBadges {...props} />
        </div>
      </div>
      <p className="text-small text-muted-foreground max-sm:col-start-2 max-sm:mt-1 sm:text-right">
        {post.comments_count > 0 ? 'última resposta ' : 'publicado '}
        <time dateTime={post.last_activity_at} title={formatDateTime(post.last_activity_at)}>
          {formatAgo(post.last_activity_at, now, MONTH_DAYS)}
        </time>
        <span className="block max-sm:hidden">{formatCount(post.views_count, 'visualização', 'visualizações')}</span>
      </p>
    </article>
  );
}
