import { FileDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { ContentCover } from '@/lib/content-cover';
import { DEFAULT_READ_TIME } from '@/lib/content-kind';
import { ButtonLink } from '@/ui/link';
import { AudioPlayer } from '@/ui/player/audio-player';
import { ExternalPlayer } from '@/ui/player/external-player';
import { externalSource } from '@/ui/player/external-source';
import { VideoPlayer } from '@/ui/player/video-player';
import type { Article } from '../queries';

const fillsFrame = 'absolute inset-0 size-full';

/** What stands above the text: the film itself, ours or elsewhere's, or else the art. */
export function ArticleBanner({ article }: { article: Article }): ReactNode {
  const { id, title, content_type: type, file_url: file, external_link: link } = article;
  const cover = <ContentCover content={article} shape="banner" eager className={fillsFrame} />;
  if (type === 'video' && file) return <VideoPlayer id={id} src={file} title={title} cover={cover} />;
  const source = file ? undefined : externalSource(link);
  if (source && link && (type === 'video' || type === 'audio' || type === 'link')) {
    return <ExternalPlayer source={source} href={link} title={title} cover={cover} />;
  }
  return <ContentCover content={article} shape="banner" eager className="aspect-16/10 md:aspect-21/9 print:hidden" />;
}

/** The file a podcast or a PDF is about, where the text begins. */
export function ArticleFile({ article }: { article: Article }): ReactNode {
  const { id, title, content_type: type, file_url: file, read_time: length } = article;
  if (!file) return null;
  if (type === 'audio') {
    return (
      <AudioPlayer
        id={id}
        src={file}
        title={title}
        length={length || DEFAULT_READ_TIME}
        className="mb-10 max-w-(--measure) border-y border-border py-5 max-lg:mx-auto"
      />
    );
  }
  if (type !== 'pdf') return null;
  return (
    <ButtonLink href={file} newTab variant="line" className="mb-10">
      <FileDown aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
      Abrir o PDF
    </ButtonLink>
  );
}
