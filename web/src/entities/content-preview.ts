/** A content as it is being written, for its preview in the panel and by a link. */
import type { Database } from '@/generated/database';
import type { ContentType } from './content-kind';

type Answered = NonNullable<Database['public']['Functions']['preview_content']['Returns']>;
export type ContentPreview = Answered & { content_type: ContentType };

/** Returns the text of the bar over a preview. */
export function previewState({ is_published, has_draft }: Pick<ContentPreview, 'is_published' | 'has_draft'>): string {
  if (!is_published) return 'Prévia: este conteúdo ainda não foi publicado';
  return has_draft ? 'Prévia: estas alterações ainda não estão no site' : 'Este conteúdo está publicado';
}
