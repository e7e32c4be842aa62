import { ArrowLeft, Check, FileDown, Link as LinkIcon, Mail, MessageCircle, Share2 } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { paths } from '@/app/pages';
import { ContentCover } from '@/entities/content-cover';
import { readTime } from '@/entities/content-kind';
import { externalSource } from '@/entities/external/external-source';
import { useSite } from '@/entities/site';
import { formatLongDate, isoDay } from '@/lib/format';
import { withResponsivePictures } from '@/lib/picture-sources';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { ChipLink } from '@/ui/chip';
import { ButtonLink, Link, LinkArrow } from '@/ui/link';
import { AudioPlayer } from '@/ui/player/audio-player';
import { ExternalPlayer } from '@/ui/player/external-player';
import { VideoPlayer } from '@/ui/player/video-player';
import { toast } from '@/ui/toast';
import { type Article, publishedAt } from '../queries';
import { ArticleContents, FoldedContents } from '../reading/article-contents';
import { outlineArticle } from '../reading/article-outline';
import { Author } from '../reading/author';
import { ExternalLink, RichText } from '../reading/rich-text';
import { contentText } from '../text';

const MIN_PARTS = 2;

/** The verb of the duration, where it is not reading. */
const TIME_SPENT: Partial<Record<string, string>> = { video: 'vídeo', audio: 'áudio' };

/** An article or a letter. `children`: what stands in the place of its text. */
export function ArticleView({ article, children }: { article: Article; children?: ReactNode }) {
  const { origin } = useSite();
  const { html, outline } = useMemo(() => {
    const outlined = outlineArticle(article.body ?? '');
    return { ...outlined, html: withResponsivePictures(outlined.html, origin) };
  }, [article.body, origin]);
  return (
    <article className="reading">
      {/* How far one has read; the style sheet moves it. */}
      <div aria-hidden="true" className="reading-line" />
      <ArticleHeader article={article} />
      <div className="wrap">
        <ArticleBanner article={article} />
      </div>
      <div className="wrap grid-page py-[clamp(2.5rem,5vw,4.5rem)]">
        {outline.length >= MIN_PARTS && <ArticleContents outline={outline} className="col-span-3 max-lg:hidden" />}
        <div className="col-span-full lg:col-span-7 lg:col-start-4">
          {outline.length >= MIN_PARTS && (
            <FoldedContents outline={outline} className="mb-10 max-w-(--measure) max-lg:mx-auto lg:hidden" />
          )}
          <ArticleFile article={article} />
          {article.content_type === 'link' && article.external_link && (
            <ExternalLink href={article.external_link} className="mb-10 max-w-(--measure) max-lg:mx-auto" />
          )}
          {children}
          {html && <RichText html={html} type={article.content_type} />}
          <ArticleEnd article={article} />
        </div>
      </div>
    </article>
  );
}

const BLOG = { name: 'Blog', path: paths.blog() };
const LETTERS = { name: 'Cartas', path: paths.letters };

function ArticleHeader({ article }: { article: Article }) {
  const site = useSite();
  const list = article.content_type === 'letter' ? LETTERS : BLOG;
  return (
    <header className="wrap grid-page pt-[clamp(1rem,2vw,1.75rem)] pb-[clamp(2rem,4vw,3.5rem)]">
      <nav aria-label="Trilha" className="col-span-full type-meta">
        <Link href={list.path} className="inline-flex min-h-11 items-center gap-1.5 hover:text-foreground">
          <ArrowLeft aria-hidden="true" className="size-4" strokeWidth={1.6} />
          {list.name}
        </Link>
      </nav>
      <h1 className="col-span-full mt-[clamp(1rem,2.4vw,2.25rem)] max-w-[17ch] type-display-2 text-[clamp(2.5rem,1.5rem+4.4vw,5.75rem)] lg:col-span-10">
        {article.title}
      </h1>
      {article.description && (
        <p className="col-span-full mt-[clamp(1.5rem,3vw,2.75rem)] type-lede lg:order-1 lg:col-span-7 lg:col-start-4">
          {article.description}
        </p>
      )}
      <div className="col-span-full mt-[clamp(1.5rem,3vw,2.75rem)] grid content-start gap-x-4 gap-y-1 type-ui md:max-lg:flex md:max-lg:items-center lg:col-span-3 lg:row-start-3">
        {article.category && <Badge className="mb-1.5 justify-self-start md:max-lg:mb-0">{article.category}</Badge>}
        <span>
          Por{' '}
          <Link href={paths.about} className="hover:text-north">
            {site.name}
          </Link>
        </span>
        <time dateTime={isoDay(publishedAt(article))}>{formatLongDate(publishedAt(article))}</time>
        <span className="text-muted-foreground">
          {readTime(article)} de {TIME_SPENT[article.content_type] ?? 'leitura'}
        </span>
      </div>
    </header>
  );
}

const fillsFrame = 'absolute inset-0 size-full';

/** Above the text: the video, hosted here or elsewhere, or the art. */
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

export function ArticleFile({ article }: { article: Article }): ReactNode {
  const { id, title, content_type: type, file_url: file } = article;
  if (!file) return null;
  if (type === 'audio') {
    return (
      <AudioPlayer
        id={id}
        src={file}
        title={title}
        length={readTime(article)}
        className="mb-10 max-w-(--measure) border-y border-border py-5 max-lg:mx-auto"
      />
    );
  }
  if (type !== 'pdf') return null;
  return (
    <ButtonLink href={file} newTab className="mb-10">
      <FileDown aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
      Abrir o PDF
    </ButtonLink>
  );
}

/** End of an article, after the text: external link, tags, sharing, author. */
export function ArticleEnd({ article }: { article: Article }) {
  return (
    <div className="mt-12 grid max-w-(--measure) gap-8 max-lg:mx-auto print:mx-0">
      {article.external_link && article.content_type !== 'link' && <ExternalLink href={article.external_link} />}
      {article.tags.length > 0 && (
        <ul aria-label="Etiquetas" className="flex flex-wrap gap-2 print:hidden">
          {article.tags.map((tag) => (
            <li key={tag}>
              <ChipLink href={paths.blog({ search: tag })} current={false}>
                {tag}
              </ChipLink>
            </li>
          ))}
        </ul>
      )}
      <ArticleShare article={article} />
      <Author />
    </div>
  );
}

const icon = { 'aria-hidden': true, className: 'size-4.5', strokeWidth: 1.6 } as const;

export function ArticleShare({ article }: { article: Article }) {
  const { origin } = useSite();
  const { title } = article;
  const address = origin + paths.content(article);
  const [url, text] = [encodeURIComponent(address), encodeURIComponent(title)];
  return (
    <section aria-labelledby="share" className="print:hidden">
      <h2 id="share" className="mb-3 font-label type-ui">
        Compartilhar
      </h2>
      <div className="flex flex-wrap gap-2">
        <ButtonLink
          href={`https://www.linkedin.com/sharing/share-offsite/?url=${url}`}
          newTab
          variant="soft"
          size="small"
        >
          LinkedIn
          <LinkArrow newTab />
        </ButtonLink>
        <ButtonLink href={`https://wa.me/?text=${text}%20${url}`} newTab variant="soft" size="small">
          <MessageCircle {...icon} />
          WhatsApp
        </ButtonLink>
        <ButtonLink href={`mailto:?subject=${text}&body=${url}`} variant="soft" size="small">
          <Mail {...icon} />
          E-mail
        </ButtonLink>
        <ScriptedWays address={address} title={title} />
      </div>
    </section>
  );
}

function ScriptedWays({ address, title }: { address: string; title: string }) {
  const [copied, setCopied] = useState(false);
  // Known in the browser only.
  const [canShare, setCanShare] = useState(false);
  useEffect(() => setCanShare(typeof navigator.share === 'function'), []);

  const copy = () => {
    navigator.clipboard.writeText(address).then(
      () => {
        setCopied(true);
        toast(contentText.copied);
      },
      () => toast(contentText.notCopied),
    );
  };
  const share = () => {
    navigator.share({ title, url: address }).catch((reason: unknown) => {
      // Closing the dialog is no failure.
      if (!(reason instanceof DOMException && reason.name === 'AbortError')) toast(contentText.notShared);
    });
  };
  const CopyIcon = copied ? Check : LinkIcon;
  return (
    <>
      <Button variant="soft" size="small" onClick={copy} className="noscript:hidden">
        <CopyIcon {...icon} />
        Copiar link
      </Button>
      {canShare && (
        <Button variant="soft" size="small" onClick={share}>
          <Share2 {...icon} />
          Mais opções
        </Button>
      )}
    </>
  );
}
