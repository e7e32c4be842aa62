import { paths } from '@/app/pages';
import type { ListedType } from '@/lib/content';

/** Where each type is listed. */
export const typePaths: Record<ListedType, string> = {
  article: paths.contentArticles,
  video: paths.contentVideos,
  audio: paths.contentPodcasts,
};
