import { FileDown } from 'lucide-react';
import { ButtonLink } from '@/ui/link';
import type { Article } from './queries';

/** The file a video, podcast or PDF is about, with the browser's own players. */
export function ArticleMedia({ article }: { article: Article }) {
  const { content_type: type, file_url: file, title, thumbnail_url: poster } = article;
  if (!file) return null;
  if (type === 'video') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: the owner uploads the file alone; there is no caption track to name
      <video
        controls
        preload="metadata"
        src={file}
        poster={poster ?? undefined}
        aria-label={title}
        className="aspect-video w-full bg-block"
      />
    );
  }
  if (type === 'audio') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: the owner uploads the file alone; there is no caption track to name
      <audio controls preload="metadata" src={file} aria-label={title} className="mb-10 w-full max-w-(--measure)" />
    );
  }
  return (
    <ButtonLink href={file} newTab variant="line" className="mb-10">
      <FileDown aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
      Abrir o PDF
    </ButtonLink>
  );
}
