/** Mentions: who can be named in a text of a channel, and where in the text a name is being typed. */
import { queryOptions } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import { askAtOnce } from '@/lib/backend';

export interface Mentionable {
  user_id: string;
  display_name: string;
  company: string | null;
  avatar_url: string | null;
}

/** A name that is being typed after an `@`. */
export interface Typed {
  /** Position of the `@`. */
  start: number;
  search: string;
}

/** The beginning of a name before the caret: one letter at least, three words at most. */
const TYPED = /(?:^|[\s([])@([\p{L}\p{N}][\p{L}\p{M}\p{N}.'’´`-]*(?: [\p{L}\p{M}\p{N}.'’´`-]+){0,2})$/u;

export function typedName(text: string, caret: number): Typed | null {
  const search = TYPED.exec(text.slice(Math.max(0, caret - 80), caret))?.[1];
  return search === undefined ? null : { start: caret - search.length - 1, search };
}

/** The link that the server reads as a mention. */
export function mentionOf({ user_id, display_name }: Pick<Mentionable, 'user_id' | 'display_name'>): string {
  const label = display_name.replace(/[\\[\]]/g, '\\$&');
  return `[@${label}](${paths.membersMember(user_id)})`;
}

const PREFIX = `](${paths.membersMember('')}`;

/** Returns `true` if a text mentions anybody. */
export const mentions = (text: string): boolean => text.includes(PREFIX);

export function mentionableQuery(channel: string, search: string) {
  return queryOptions({
    queryKey: ['community', 'mentionable', channel, search],
    staleTime: 60_000,
    queryFn: ({ signal }): Promise<Mentionable[]> =>
      askAtOnce((client) => client.rpc('mentionable_members', { channel_id: channel, search }).abortSignal(signal)),
  });
}

/** Names of the members whom the text mentions and who may not read the channel. */
export const unreachedMentions = (channel: string, content: string): Promise<string[]> =>
  askAtOnce((client) => client.rpc('unreached_mentions', { channel_id: channel, content }));
