/** Actions of members on an opened post and its comments. Each function sends one request and throws its refusal. */
import { askAtOnce, getDataClient, type Insert, type Update, unwrap } from '@/lib/backend';
import { insertOnce } from '../actions';
import type { Comment } from '../comments/comment-queries';

export async function createComment(comment: Insert<'community_comments'> & { id: string }): Promise<void> {
  const client = await getDataClient();
  await insertOnce(async () => await client.from('community_comments').insert(comment));
}

export const changePost = (id: string, change: Update<'community_posts'>) =>
  askAtOnce((client) => client.from('community_posts').update(change).eq('id', id).select('id').single());

/** Pins a post, or opens and closes its comments, as the staff may. */
export const markPost = (id: string, marks: { is_pinned?: boolean; is_locked?: boolean }) =>
  askAtOnce((client) => client.rpc('mark_community_post', { id, ...marks }));

export const changeComment = (id: string, change: Update<'community_comments'>) =>
  askAtOnce((client) => client.from('community_comments').update(change).eq('id', id).select('id').single());

export const removePost = (id: string) => askAtOnce((client) => client.from('community_posts').delete().eq('id', id));

export const removeComment = (id: string) =>
  askAtOnce((client) => client.from('community_comments').delete().eq('id', id));

export const restorePost = (id: string) => askAtOnce((client) => client.rpc('restore_community_post', { id }));

export const restoreComment = (id: string) => askAtOnce((client) => client.rpc('restore_community_comment', { id }));

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

export const markPostRead = (post: string, readAt: string) =>
  askAtOnce((client) => client.rpc('mark_post_read', { post_id: post, read_at: readAt }));

/** Makes a post, and what was written after it in its channel, unread again. */
export const markPostUnread = (post: string) =>
  askAtOnce((client) => client.rpc('mark_post_unread', { post_id: post }));
