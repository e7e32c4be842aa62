import { ArrowLeft } from 'lucide-react';
import { useMemo } from 'react';
import { paths } from '@/app/pages';
import { DEFAULT_READ_TIME } from '@/lib/content-kind';
import { formatLongDate, isoDay } from '@/lib/format';
import { withResponsivePictures } from '@/lib/picture-sources';
import { useSite } from '@/lib/site';
import { Badge } from '@/ui/badge';
import { Link } from '@/ui/link';
import { outlineArticle } from '../article-outline';
import { ExternalLink } from '../external-link';
import type { Article } from '../queries';
import { RichText } from '../rich-text';
import { ArticleEnd } from './article-end';
import { ArticleBanner, ArticleFile } from './article-media';
import { ArticleContents } from './article-toc';

/** A part list shorter than this says nothing. */
const LEAST_PARTS = 2;

/** What the time an article takes is spent on, where it is not reading. */
const TIME_SPENT: Partial<Record<string, string>> = { video: 'vídeo', audio: 'áudio' };

export function ArticleView({ article }: { article: Article }) {
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
        {outline.length >= LEAST_PARTS && <ArticleContents outline={outline} />}
        <div className="col-span-full lg:col-span-7 lg:col-start-4">
          <ArticleFile article={article} />
          {article.content_type === 'link' && article.external_link && (
            <ExternalLink href={article.external_link} className="mb-10 max-w-(--measure) max-lg:mx-auto" />
          )}
          {html && <RichText html={html} />}
          <ArticleEnd article={article} />
        </div>
      </div>
    </article>
  );
}

function ArticleHeader({ article }: { article: Article }) {
  return (
    <header className="wrap grid-page pt-[clamp(1rem,2vw,1.75rem)] pb-[clamp(2rem,4vw,3.5rem)]">
      <nav aria-label="Trilha" className="col-span-full type-meta">
        <Link href={paths.blog()} className="inline-flex min-h-11 items-center gap-1.5 hover:text-foreground">
          <ArrowLeft aria-hidden="true" className="size-4" strokeWidth={1.6} />
          Blog
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
        <time dateTime={isoDay(article.created_at)}>{formatLongDate(article.created_at)}</time>
        <span className="text-muted-foreground">
          {article.read_time || DEFAULT_READ_TIME} de {TIME_SPENT[article.content_type] ?? 'leitura'}
        </span>
      </div>
    </header>
  );
}
