import { useQuery } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { type ComponentType, type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { ContentCover } from '@/entities/content-cover';
import { DEFAULT_READ_TIME } from '@/entities/content-kind';
import { ErrorNotice } from '@/ui/error-notice';
import { ButtonLink } from '@/ui/link';
import type { PdfReaderProps } from '@/ui/pdf-reader';
import { AudioPlayer } from '@/ui/player/audio-player';
import { isWorthKeeping, type Memory } from '@/ui/player/controls/position';
import { ExternalPlayer } from '@/ui/player/external-player';
import { VideoPlayer } from '@/ui/player/video-player';
import { Loading, Skeleton } from '@/ui/skeleton';
import { externalSource } from '../external-source';
import type { Article } from '../queries';
import { placeAt, useProgressWriter } from './member-progress';
import { fileLinkQuery } from './member-queries';

export interface MemberMediaProps {
  content: Article;
  userId: string;
  /** The stored position: seconds, or a page. */
  left: number | undefined;
}

export function MemberMedia({ content, userId, left }: MemberMediaProps): ReactNode {
  const { title, file_url: file, external_link: link, content_type: type } = content;
  if (file && (type === 'video' || type === 'audio' || type === 'pdf')) {
    return <MemberFile content={content} file={file} userId={userId} left={left} />;
  }
  const source = externalSource(link);
  const cover = <ContentCover content={content} shape="banner" eager className="absolute inset-0 size-full" />;
  if (source && link) return <ExternalPlayer source={source} href={link} title={title} cover={cover} />;
  return <ContentCover content={content} shape="banner" eager className="aspect-16/9 md:aspect-21/9 print:hidden" />;
}

interface MemberFileProps extends MemberMediaProps {
  file: string;
}

function MemberFile({ content, file, userId, left }: MemberFileProps) {
  const link = useQuery(fileLinkQuery(file));
  const keep = useProgressWriter(userId, content.id);
  if (link.isError) {
    return (
      <ErrorNotice
        title="Não foi possível abrir o arquivo."
        description="A conexão falhou, ou o seu acesso mudou."
        onRetry={() => void link.refetch()}
      />
    );
  }
  if (!link.data) return <FileSkeleton audio={content.content_type === 'audio'} />;
  if (content.content_type === 'pdf') {
    return (
      <>
        <MemberDocument
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
  const renew = async () => (await link.refetch()).data;
  return <Recording content={content} src={link.data} renew={renew} memory={memoryOf(left, keep)} />;
}

function memoryOf(left: number | undefined, keep: ReturnType<typeof useProgressWriter>): Memory {
  return {
    left: left !== undefined && isWorthKeeping(left, Number.NaN) ? left : undefined,
    keep: (position, duration, last) => {
      if (Number.isFinite(duration)) keep(placeAt(position, duration), last);
    },
  };
}

interface RecordingProps {
  content: Article;
  src: string;
  /** A new link; undefined where there is none any more. */
  renew: () => Promise<string | undefined>;
  memory: Memory;
}

interface Stopped {
  media: HTMLMediaElement;
  position: number;
  playing: boolean;
  rate: number;
}

/** A player that requests a new link when the old one has expired, and continues. */
function Recording({ content, src, renew, memory }: RecordingProps) {
  const [link, setLink] = useState<{ url: string; after?: Stopped }>({ url: src });
  const renewed = useRef(false);
  const { id, title, read_time: length } = content;
  const onError = (event: SyntheticEvent) => {
    const media = event.target;
    // Once in a row: a file that also fails with a new link has failed.
    if (!(media instanceof HTMLMediaElement) || renewed.current) return;
    renewed.current = true;
    event.stopPropagation();
    const after = { media, position: media.currentTime, playing: !media.paused, rate: media.playbackRate };
    void renew().then((url) => url && setLink({ url, after }));
  };
  const onPlaying = () => {
    renewed.current = false;
  };
  useEffect(() => {
    if (link.after) takeUp(link.after);
  }, [link]);
  return (
    <div onErrorCapture={onError} onPlayingCapture={onPlaying}>
      {content.content_type === 'video' ? (
        <VideoPlayer
          id={id}
          src={link.url}
          title={title}
          memory={memory}
          cover={<ContentCover content={content} shape="banner" eager className="absolute inset-0 size-full" />}
        />
      ) : (
        <AudioPlayer
          id={id}
          src={link.url}
          title={title}
          length={length || DEFAULT_READ_TIME}
          memory={memory}
          className="max-w-(--measure) border-y border-border py-5"
        />
      )}
    </div>
  );
}

function takeUp({ media, position, playing, rate }: Stopped): void {
  media.load();
  media.currentTime = position;
  media.playbackRate = rate;
  if (playing) media.play().catch((reason: unknown) => console.warn('the recording did not go on', reason));
}

function FileSkeleton({ audio }: { audio: boolean }) {
  return (
    <Loading label="Abrindo o arquivo">
      <Skeleton className={audio ? 'h-25 max-w-(--measure)' : 'aspect-video w-full'} />
    </Loading>
  );
}

/** A PDF in the page. Its viewer is fetched lazily. */
function MemberDocument(props: PdfReaderProps) {
  const [Reader, setReader] = useState<ComponentType<PdfReaderProps>>();
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt fetches again
  useEffect(() => {
    setFailed(false);
    import('@/ui/pdf-reader').then(
      ({ PdfReader }) => setReader(() => PdfReader),
      (reason: unknown) => {
        console.warn('the reader of PDFs could not be loaded', reason);
        setFailed(true);
      },
    );
  }, [attempt]);
  if (Reader) return <Reader {...props} />;
  if (failed) {
    return <ErrorNotice title="Não foi possível abrir o PDF aqui." onRetry={() => setAttempt((count) => count + 1)} />;
  }
  return (
    <Loading label="Abrindo o PDF">
      <Skeleton className="aspect-3/4 w-full max-w-200" />
    </Loading>
  );
}
