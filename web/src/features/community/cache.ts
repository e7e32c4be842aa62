/** Changes of the loaded posts: by events, and by what the person did, before the server has answered. */
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '@/lib/live-events';
import { applyToPosts, communityKeys, type Post, type WholePost } from './queries';

type Posts = Post[] | InfiniteData<Post[]>;

const isPaged = (data: Posts): data is InfiniteData<Post[]> => 'pages' in data;

function changeFeeds(queryClient: QueryClient, change: (posts: Post[]) => Post[]) {
  queryClient.setQueriesData<Posts>({ queryKey: communityKeys.feeds }, (data) => {
    if (!data) return data;
    if (!isPaged(data)) return change(data);
    const pages = data.pages.map(change);
    return pages.some((page, index) => page !== data.pages[index]) ? { ...data, pages } : data;
  });
}

/** Applies a change of a post wherever it is shown. */
export function applyPostEvent(queryClient: QueryClient, event: LiveEvent<'community_posts'>): void {
  changeFeeds(queryClient, (posts) => applyToPosts(posts, event));
  if (!event.row.id) return;
  queryClient.setQueryData<WholePost | null>(communityKeys.post(event.row.id), (post) =>
    post ? (applyToPosts([post], event)[0] ?? null) : post,
  );
}

/** Changes a post wherever it is shown. */
export function patchPost(queryClient: QueryClient, id: string, change: <T extends Post>(post: T) => T): void {
  changeFeeds(queryClient, (posts) => {
    const index = posts.findIndex((post) => post.id === id);
    const before = posts[index];
    return before ? posts.with(index, change(before)) : posts;
  });
  queryClient.setQueryData<WholePost | null>(communityKeys.post(id), (post) => (post ? change(post) : post));
}
