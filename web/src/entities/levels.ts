/** Notification levels of a member for channels and posts. The server decides by the same levels. */
import { queryOptions } from '@tanstack/react-query';
import { getDataClient, type Row, unwrap } from '@/lib/backend';

export type Level = NonNullable<Row<'channel_states'>['level']>;

export const LEVEL_NAMES: Readonly<Record<Level, string>> = {
  acompanhar: 'Acompanhar',
  seguir: 'Seguir',
  normal: 'Normal',
  silenciar: 'Silenciar',
};

/** A channel or a post that has levels. */
export type Place = { channel: string } | { post: string };

export const levelsKey = ['levels'] as const;

/** The person's own level for a channel or a post. Returns `null` if there is none. */
export function levelQuery(userId: string, place: Place) {
  return queryOptions({
    queryKey: [...levelsKey, userId, place],
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Level | null> => {
      const client = await getDataClient();
      const states =
        'channel' in place
          ? client.from('channel_states').select('level').eq('channel_id', place.channel)
          : client.from('post_states').select('level').eq('post_id', place.post);
      const row = unwrap<{ level: Level | null } | null>(
        await states.eq('user_id', userId).abortSignal(signal).maybeSingle(),
      );
      return row?.level ?? null;
    },
  });
}

/** Sets the level of a channel or a post; null takes it back. */
export async function setLevel(userId: string, place: Place, level: Level | null): Promise<void> {
  const client = await getDataClient();
  if ('channel' in place) {
    const row = { user_id: userId, channel_id: place.channel, level };
    unwrap(await client.from('channel_states').upsert(row, { onConflict: 'user_id,channel_id' }));
  } else {
    const row = { user_id: userId, post_id: place.post, level };
    unwrap(await client.from('post_states').upsert(row, { onConflict: 'user_id,post_id' }));
  }
}
