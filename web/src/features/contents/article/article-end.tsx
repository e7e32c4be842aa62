import { paths } from '@/app/pages';
import { useSite } from '@/lib/site';
import { ChipLink } from '@/ui/chip';
import { GoLink } from '@/ui/link';
import { Monogram } from '@/ui/needle-art';
import { ExternalLink } from '../external-link';
import type { Article } from '../queries';
import { ArticleShare } from './article-share';

/** After the text: where it points to, its tags, how to pass it on, who wrote it. */
export function ArticleEnd({ article }: { article: Article }) {
  const site = useSite();
  return (
    <div className="mt-12 grid max-w-(--measure) gap-8 max-lg:mx-auto">
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
      <div className="grid grid-cols-[auto_1fr] items-start gap-5 border-t border-border pt-6">
        <Monogram initials={site.monogram} tone="ink" size="large" />
        <div>
          <h2 className="type-title-2">{site.name}</h2>
          <p className="mt-1 text-ui leading-normal text-foreground-2">{site.byline}</p>
          <GoLink href={paths.about} className="print:hidden">
            Conhecer a trajetória
          </GoLink>
        </div>
      </div>
    </div>
  );
}
