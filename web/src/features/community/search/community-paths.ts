/** The builders of links to the lists of the community, which load before the others of the members' area. */
import { paths } from '@/app/pages';
import { withQuery } from '@/lib/query-string';

/** A search in the community. `channel` limits it to one channel. */
export interface CommunitySearch {
  search?: string | undefined;
  channel?: string | undefined;
  inComments?: boolean;
}

/** Filters of the forum's topics. Empty means all. */
export interface ForumFilters {
  category?: string | undefined;
  state?: string | undefined;
}

export const forumPath = ({ category, state }: ForumFilters): string =>
  withQuery(paths.membersForum, { categoria: category, estado: state });

/** The search over the community. */
export const communitySearchPath = ({ search, channel, inComments }: CommunitySearch): string =>
  withQuery(paths.membersSearchPage, {
    busca: search,
    canal: channel,
    em: inComments ? 'comentarios' : undefined,
  });
