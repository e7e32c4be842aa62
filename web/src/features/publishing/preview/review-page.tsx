import { Eye, FileLock2 } from 'lucide-react';
import type { ComponentType } from 'react';
import { paths } from '@/app/pages';
import { ContentCover } from '@/entities/content-cover';
import { type ContentPreview, previewState } from '@/entities/content-preview';
import { externalSource } from '@/entities/external/external-source';
import { formatDateTime } from '@/lib/format';
import { TextLink } from '@/ui/link';
import { ExternalPlayer } from '@/ui/player/external-player';
import { asRead } from '../letters/as-read';
import { MemberArticle } from '../members/member-article';
import type { Article } from '../queries';
import { PreviewText } from './preview-text';

/** A content that is shown by a link to somebody without an account. */
export function ReviewPage({ content: saved, hasFile, expiresAt, View }: ReviewPageProps) {
  const content = asRead(saved);
  return (
    <>
      <aside aria-label="Prévia" className="border-b border-border bg-muted">
        <p className="wrap flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5 type-ui">
          <Eye aria-hidden="true" className="size-4.5 shrink-0 text-north" strokeWidth={1.6} />
          <span className="font-label">{previewState(content)}</span>
          {expiresAt && <span className="type-meta tabular-nums">Link válido até {formatDateTime(expiresAt)}</span>}
          {content.is_published && !content.is_member_only && (
            <TextLink href={paths.content(content)}>Ver no site</TextLink>
          )}
        </p>
        {hasFile && (
          <p className="wrap flex items-center gap-3 pb-2.5 type-meta">
            <FileLock2 aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.6} />O arquivo deste conteúdo só
            abre para a equipe do site até a publicação.
          </p>
        )}
      </aside>
      {content.is_member_only ? (
        <div className="wrap py-8">
          <MemberArticle
            content={content}
            media={<Media content={content} />}
            body={<PreviewText content={content} />}
          />
        </div>
      ) : (
        <View article={content} />
      )}
    </>
  );
}

export interface ReviewPageProps {
  content: ContentPreview;
  hasFile: boolean;
  expiresAt: string | null;
  /** The article as its page shows it. */
  View: ComponentType<{ article: Article }>;
}

function Media({ content }: { content: Article }) {
  const { external_link: link, title } = content;
  const source = externalSource(link);
  const cover = <ContentCover content={content} shape="banner" eager className="absolute inset-0 size-full" />;
  if (source && link) return <ExternalPlayer source={source} href={link} title={title} cover={cover} />;
  return <ContentCover content={content} shape="banner" eager className="aspect-16/9 md:aspect-21/9" />;
}
