import { useMemo } from 'react';
import { useSite } from '@/entities/site';
import { withResponsivePictures } from '@/lib/picture-sources';
import type { Article } from '../queries';
import { outlineArticle } from '../reading/article-outline';
import { RichText } from '../reading/rich-text';

/** The text of an exclusive content, of which nothing is kept as read. */
export function PreviewText({ content }: { content: Article }) {
  const { origin } = useSite();
  const html = useMemo(
    () => withResponsivePictures(outlineArticle(content.body ?? '').html, origin),
    [content.body, origin],
  );
  return html && <RichText html={html} type={content.content_type} />;
}
