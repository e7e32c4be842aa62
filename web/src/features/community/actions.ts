/**
 * Actions of members in lists of posts. Each function sends one request and throws its refusal. Actions on an opened
 * post are in post-actions.ts.
 */
import { askAtOnce, getDataClient, type Insert, unwrap } from '@/lib/backend';
import { failureOf } from '@/lib/errors';
import type { Post } from './queries';

/** A new id, made here so that a repeated request stores one row. */
export const newId = (): string => crypto.randomUUID();

/** Sends a row with its id once more where that is needed; a row that is stored already counts as sent. */
export async function insertOnce<Sent extends { error: { code?: string } | null }>(
  insert: () => Promise<Sent>,
): Promise<Sent> {
  const sent = await insert();
  if (sent.error && failureOf(sent.error).kind !== 'duplicate') throw sent.error;
  return sent;
}

/** Stores a post. Returns `false` if it is known to wait for approval. */
export async function createPost(post: Insert<'community_posts'> & { id: string }): Promise<boolean> {
  const client = await getDataClient();
  const { data } = await insertOnce(
    async () => await client.from('community_posts').insert(post).select('is_hidden').single(),
  );
  return data?.is_hidden !== true;
}

/** Likes a post, or takes the like back. Repeating either changes nothing. */
export async function setPostLike(post: Pick<Post, 'id'>, userId: string, liked: boolean): Promise<void> {
  const client = await getDataClient();
  const likes = client.from('community_likes');
  const row = { post_id: post.id, user_id: userId };
  unwrap(liked ? await likes.upsert(row, { ignoreDuplicates: true }) : await likes.delete().match(row));
}

export const markChannelRead = (channel: string, readAt: string) =>
  askAtOnce((client) => client.rpc('mark_channel_read', { channel_id: channel, read_at: readAt }));
