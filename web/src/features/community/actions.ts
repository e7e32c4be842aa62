/** What members do: each function sends one request and throws its refusal. */
import { askAtOnce, getDataClient, type Insert, type Row, type Update, unwrap } from '@/lib/backend';
import { FAILURE_ADVICE, failureOf } from '@/lib/errors';
import { whenShown } from '@/lib/shown';
import type { ToastMessage } from '@/ui/toast';
import type { Comment } from './comment-queries';
import type { Post } from './queries';

/** A new id, made here so that a repeated request stores one row. */
export const newId = (): string => crypto.randomUUID();

/** Sends a row with its id once more where that is needed; a row that is stored already counts as sent. */
async function insertOnce<Sent extends { error: { code?: string } | null }>(
  insert: () => Promise<Sent>,
): Promise<Sent> {
  const sent = await insert();
  if (sent.error && failureOf(sent.error).kind !== 'duplicate') throw sent.error;
  return sent;
}

/** Stores a post; false where it is known to wait for approval. */
export async function createPost(post: Insert<'community_posts'> & { id: string }): Promise<boolean> {
  const client = await getDataClient();
  const { data } = await insertOnce(
    async () => await client.from('community_posts').insert(post).select('is_hidden').single(),
  );
  return data?.is_hidden !== true;
}

export async function createComment(comment: Insert<'community_comments'> & { id: string }): Promise<void> {
  const client = await getDataClient();
  await insertOnce(async () => await client.from('community_comments').insert(comment));
}

export const changePost = (id: string, change: Update<'community_posts'>) =>
  askAtOnce((client) => client.from('community_posts').update(change).eq('id', id).select('id').single());

export const changeComment = (id: string, change: Update<'community_comments'>) =>
  askAtOnce((client) => client.from('community_comments').update(change).eq('id', id).select('id').single());

export const removePost = (id: string) => askAtOnce((client) => client.from('community_posts').delete().eq('id', id));

export const removeComment = (id: string) =>
  askAtOnce((client) => client.from('community_comments').delete().eq('id', id));

export const restorePost = (id: string) => askAtOnce((client) => client.rpc('restore_community_post', { id }));

export const restoreComment = (id: string) => askAtOnce((client) => client.rpc('restore_community_comment', { id }));

/** Likes a post, or takes the like back. Repeating either changes nothing. */
export async function setPostLike(post: Pick<Post, 'id'>, userId: string, liked: boolean): Promise<void> {
  const client = await getDataClient();
  const likes = client.from('community_likes');
  const row = { post_id: post.id, user_id: userId };
  unwrap(liked ? await likes.upsert(row, { ignoreDuplicates: true }) : await likes.delete().match(row));
}

export async function setCommentLike(
  comment: Pick<Comment, 'id' | 'post_id'>,
  userId: string,
  liked: boolean,
): Promise<void> {
  const client = await getDataClient();
  const likes = client.from('community_comment_likes');
  const key = { comment_id: comment.id, user_id: userId };
  unwrap(
    liked
      ? await likes.upsert({ ...key, post_id: comment.post_id }, { ignoreDuplicates: true })
      : await likes.delete().match(key),
  );
}

/** Notes that the person has seen a post. */
export const notePostView = (postId: string, userId: string) =>
  askAtOnce((client) =>
    client.from('community_views').upsert({ post_id: postId, user_id: userId }, { ignoreDuplicates: true }),
  );

export const markChannelRead = (channel: string, readAt: string) =>
  askAtOnce((client) => client.rpc('mark_channel_read', { channel_id: channel, read_at: readAt }));

export const markPostRead = (post: string, readAt: string) =>
  askAtOnce((client) => client.rpc('mark_post_read', { post_id: post, read_at: readAt }));

export const markAllRead = () => askAtOnce((client) => client.rpc('mark_community_read'));

/** Makes a post, and what was written after it in its channel, unread again. */
export const markPostUnread = (post: string) =>
  askAtOnce((client) => client.rpc('mark_post_unread', { post_id: post }));

export type CreatedChannel = Pick<Row<'channels'>, 'id' | 'is_waiting'>;

export async function createChannel(channel: Insert<'channels'>): Promise<CreatedChannel> {
  const made = await askAtOnce<CreatedChannel | null>((client) =>
    client.from('channels').insert(channel).select('id,is_waiting').single(),
  );
  if (!made) throw new Error('the stored channel was not returned');
  return made;
}

export const joinChannel = (channel: string, userId: string) =>
  askAtOnce((client) =>
    client.from('channel_members').upsert({ channel_id: channel, user_id: userId }, { ignoreDuplicates: true }),
  );

export const leaveChannel = (channel: string, userId: string) =>
  askAtOnce((client) => client.from('channel_members').delete().match({ channel_id: channel, user_id: userId }));

/** What the server's refusals mean, once the page is shown. */
let refusals: Readonly<Record<string, string>> = {};

whenShown()
  .then(() => import('./refusals'))
  .then(({ REFUSALS }) => {
    refusals = REFUSALS;
  })
  .catch((reason: unknown) => console.warn('the texts of refusals could not be loaded', reason));

/** What a refusal means to a writer. */
export function adviceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return refusals[message] ?? FAILURE_ADVICE[failureOf(error).kind];
}

/** A failure with the server's reason where a person can use it. */
export const refusal =
  (title: string) =>
  (error: unknown): ToastMessage => ({ title, description: adviceOf(error), tone: 'destructive' });
