import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useClosedPictures } from '@/entities/closed-pictures';
import { OpenPart } from '../article/partly-open';
import { RowCard } from '../cards/content-cards';
import { asRead } from '../letters/as-read';
import { MemberArticle } from '../members/member-article';
import { MemberMedia } from '../members/member-media';
import { fileLinkQuery } from '../members/member-queries';
import type { Article } from '../queries';
import { PreviewText } from './preview-text';

export interface PreviewArticleProps {
  content: Article;
  isMember: boolean;
  /** The article as its page shows it. */
  View: ComponentType<{ article: Article }>;
}

/** A content as its readers will see it, for an administrator. */
export function PreviewArticle({ content: saved, isMember, View }: PreviewArticleProps) {
  const body = useClosedPictures(saved.body ?? '', true);
  const content = asRead({ ...saved, body });
  if (!content.is_member_only && content.open_body !== null && !isMember) {
    return <OpenPart article={content} View={View} />;
  }
  if (!content.is_member_only) return <OpenArticle content={content} View={View} />;
  return isMember ? <ExclusiveArticle content={content} /> : <VisitorsCard content={content} />;
}

/** Files that are not public yet are opened by a link of the administrator. */
function OpenArticle({ content, View }: Pick<PreviewArticleProps, 'content' | 'View'>) {
  const { file_url: file } = content;
  const link = useQuery({ ...fileLinkQuery(file ?? ''), enabled: file !== null });
  return <View article={{ ...content, file_url: file && (link.data ?? null) }} />;
}

/** Discards the reading position of an administrator. */
const forget = () => undefined;

function ExclusiveArticle({ content }: { content: Article }) {
  return (
    <div className="wrap py-8">
      <MemberArticle
        content={content}
        media={<MemberMedia content={content} left={undefined} keep={forget} />}
        body={<PreviewText content={content} />}
      />
    </div>
  );
}

function VisitorsCard({ content }: { content: Article }) {
  return (
    <div className="wrap py-[clamp(2rem,4vw,4rem)]">
      <h1 className="type-display-3">Visitantes veem só o cartão</h1>
      <p className="mt-3 mb-8 max-w-[52ch] text-foreground-2">
        O texto e os arquivos são exclusivos para membros. No site, o cartão abre o convite para assinar.
      </p>
      <RowCard content={content} heading="h2" />
    </div>
  );
}
