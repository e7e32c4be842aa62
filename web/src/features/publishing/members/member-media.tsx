import { useQuery } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { ContentCover } from '@/entities/content-cover';
import { readTime } from '@/entities/content-kind';
import { externalSource } from '@/entities/external/external-source';
import { ErrorNotice } from '@/ui/error-notice';
import { ButtonLink } from '@/ui/link';
import { PdfSkeleton } from '@/ui/pdf-skeleton';
import { isWorthKeeping, type Memory } from '@/ui/player/controls/position';
import { ExternalPlayer } from '@/ui/player/external-player';
import { Loading, Skeleton } from '@/ui/skeleton';
import { DocumentReader } from '@/widgets/document-reader';
import { Recording } from '@/widgets/recording';
import type { Article } from '../queries';
import { type KeepPlace, placeAt } from './member-progress';
import { fileLinkQuery } from './member-queries';

/** A content and its reader. */
export interface ReaderProps {
  content: Article;
  /** The stored position: seconds, a page, or percent. */
  left: number | undefined;
  keep: KeepPlace;
}

export function MemberMedia({ content, left, keep }: ReaderProps): ReactNode {
  const { title, file_url: file, external_link: link, content_type: type } = content;
  if (file && (type === 'video' || type === 'audio' || type === 'pdf')) {
    return <MemberFile content={content} file={file} left={left} keep={keep} />;
  }
  const source = externalSource(link);
  const cover = <ContentCover content={content} shape="banner" eager className="absolute inset-0 size-full" />;
  if (source && link) return <ExternalPlayer source={source} href={link} title={title} cover={cover} />;
  return <ContentCover content={content} shape="banner" eager className="aspect-16/9 md:aspect-21/9 print:hidden" />;
}

interface MemberFileProps extends ReaderProps {
  file: string;
}

function MemberFile({ content, file, left, keep }: MemberFileProps) {
  const link = useQuery(fileLinkQuery(file));
  if (link.isError) {
    return (
      <ErrorNotice
        title="Não foi possível abrir o arquivo."
        description="A conexão falhou, ou o seu acesso mudou."
        onRetry={() => void link.refetch()}
      />
    );
  }
  if (content.content_type === 'pdf') {
    if (!link.data) return <PdfSkeleton />;
    return (
      <>
        <DocumentReader
          src={link.data}
          title={content.title}
          page={left}
          onPage={(page, pages) => keep(placeAt(page, pages), page === pages)}
          onRetry={() => void link.refetch()}
        />
        <ButtonLink href={link.data} newTab variant="line" size="small" className="justify-self-start">
          <FileDown aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
          Abrir o PDF
        </ButtonLink>
      </>
    );
  }
  if (!link.data) return <FileSkeleton audio={content.content_type === 'audio'} />;
  const renew = async () => (await link.refetch()).data;
  return (
    <Recording
      id={content.id}
      kind={content.content_type === 'video' ? 'video' : 'audio'}
      title={content.title}
      length={readTime(content)}
      cover={<ContentCover content={content} shape="banner" eager className="absolute inset-0 size-full" />}
      src={link.data}
      renew={renew}
      memory={memoryOf(left, keep)}
    />
  );
}

function memoryOf(left: number | undefined, keep: KeepPlace): Memory {
  return {
    left: left !== undefined && isWorthKeeping(left, Number.NaN) ? left : undefined,
    keep: (position, duration, last) => {
      if (Number.isFinite(duration)) keep(placeAt(position, duration), last);
    },
  };
}

function FileSkeleton({ audio }: { audio: boolean }) {
  return (
    <Loading label="Abrindo o arquivo">
      <Skeleton className={audio ? 'h-23.5 max-w-(--measure) max-sm:h-36.5' : 'mb-13 aspect-video w-full'} />
    </Loading>
  );
}
