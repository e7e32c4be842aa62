import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { paths } from '@/app/pages';
import { MemberName, nameOf, profilesQuery } from '@/entities/member';
import { cx } from '@/lib/cx';
import { formatAgo, formatDateTime } from '@/lib/format';
import { TextLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Comments } from '../comments/comments';
import { type PostCardProps, PostLike } from '../feed/post-card';
import { communityText } from '../feed/text';
import { AnswersCount, TopicBadges } from '../feed/topic-row';
import { useNotedView, usePostLive } from '../post/post-live';
import { postQuery } from '../post/post-query';
import { PostBody } from '../post/post-text';
import type { WholePost } from '../queries';

interface LessonTopicProps extends PostCardProps {
  isStaff: boolean;
}

/** A topic under a lesson: its first lines, and on a click the whole conversation in the same place. */
export function LessonTopic({ isStaff, ...card }: LessonTopicProps) {
  const { post, profile, userId, now } = card;
  const [open, setOpen] = useState(false);
  const conversation = useId();
  return (
    <article className="border-t border-border py-4">
      <div className="grid grid-cols-[3.5rem_minmax(0,1fr)] items-start gap-x-4 sm:grid-cols-[4.5rem_minmax(0,1fr)]">
        <AnswersCount post={post} />
        <div className="min-w-0">
          <h3 className="type-title-3">
            <button
              type="button"
              aria-expanded={open}
              aria-controls={conversation}
              onClick={() => setOpen(!open)}
              className="-my-1.5 flex min-h-11 w-full items-center justify-between gap-3 text-left hover:text-north"
            >
              <span className="wrap-anywhere">{post.title}</span>
              <ChevronDown
                aria-hidden="true"
                className={cx('size-4.5 shrink-0 text-muted-foreground', open && 'rotate-180')}
                strokeWidth={1.6}
              />
            </button>
          </h3>
          {!open && post.excerpt && (
            <p className="line-clamp-2 max-w-(--measure) text-base leading-normal text-foreground-2">{post.excerpt}</p>
          )}
          <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-muted-foreground">
            <MemberName profile={profile} id={post.author_id} />
            <time dateTime={post.last_activity_at} title={formatDateTime(post.last_activity_at)}>
              {formatAgo(post.last_activity_at, now)}
            </time>
            <TopicBadges {...card} />
          </div>
        </div>
      </div>
      <div id={conversation} className="sm:ml-22">
        {open && <OpenTopic id={post.id} author={nameOf(profile)} userId={userId} isStaff={isStaff} now={now} />}
      </div>
    </article>
  );
}

interface OpenTopicProps {
  id: string;
  author: string;
  userId: string;
  isStaff: boolean;
  now: number;
}

function OpenTopic({ id, ...reader }: OpenTopicProps) {
  const post = useQuery(postQuery(id));
  const offline = usePostLive(id);
  return (
    <Loaded
      query={post}
      failed="Não foi possível carregar a conversa."
      loading="Carregando a conversa"
      skeleton={['mt-3 h-16 w-full', 'mt-4 h-24 w-full']}
    >
      {(found) =>
        found && !found.is_deleted ? (
          <>
            {offline && (
              <p role="status" className="mt-3 border-l-3 border-warning bg-warning-tint px-4 py-2 text-small">
                {communityText.offline}
              </p>
            )}
            <Conversation post={found} {...reader} />
          </>
        ) : (
          <p className="mt-3 text-base text-muted-foreground">Esta publicação foi removida.</p>
        )
      }
    </Loaded>
  );
}

function Conversation({ post, author, userId, isStaff, now }: Omit<OpenTopicProps, 'id'> & { post: WholePost }) {
  const { data: profiles } = useQuery(profilesQuery([userId]));
  useNotedView(post, userId);
  return (
    <>
      <div className="mt-3">
        <PostBody html={post.content_html} content={post.content} />
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-1 type-ui">
        <PostLike post={post} userId={userId} author={author} />
        <TextLink href={paths.membersPost(post.id)}>Abrir no fórum</TextLink>
      </div>
      <Comments
        post={post}
        userId={userId}
        isStaff={isStaff}
        ownProfile={profiles?.get(userId)}
        now={now}
        asAnswers
        keptUnread={false}
        isInside
      />
    </>
  );
}
