import { paths } from '@/app/paths';
import { useSite } from '@/lib/site';
import { ChipLink } from '@/ui/chip';
import { GoLink, Link, LinkArrow } from '@/ui/link';
import { Monogram } from '@/ui/needle-art';
import type { Article } from './queries';

/** After the text: where it points to, its tags, who wrote it. */
export function ArticleEnd({ article }: { article: Article }) {
  const site = useSite();
  return (
    <div className="mt-12 grid max-w-(--measure) gap-8 max-lg:mx-auto">
      {article.external_link && <ExternalLink href={article.external_link} />}
      {article.tags.length > 0 && (
        <ul aria-label="Etiquetas" className="flex flex-wrap gap-2">
          {article.tags.map((tag) => (
            <li key={tag}>
              <ChipLink href={paths.blog({ search: tag })} current={false}>
                {tag}
              </ChipLink>
            </li>
          ))}
        </ul>
      )}
      <div className="grid grid-cols-[auto_1fr] items-start gap-5 border-t border-border pt-6">
        <Monogram initials={site.monogram} tone="ink" size="large" />
        <div>
          <p className="type-title-2">{site.name}</p>
          <p className="mt-1 text-ui leading-normal text-foreground-2">{site.byline}</p>
          <GoLink href={paths.about}>Conhecer a trajetória</GoLink>
        </div>
      </div>
    </div>
  );
}

/** Only addresses of the web: what an editor typed is not followed blindly. */
function ExternalLink({ href }: { href: string }) {
  const host = /^https?:\/\/([^/?#]+)/i.exec(href)?.[1]?.replace(/^www\./, '');
  if (!host) return null;
  return (
    <Link
      href={href}
      newTab
      className="group grid grid-cols-[1fr_auto] items-center gap-4 border border-border bg-card px-5 py-4.5 transition-colors duration-(--dur-1) hover:border-foreground"
    >
      <span>
        <span className="block type-title-2">Acessar o link externo</span>
        <span className="block text-small text-muted-foreground">{host}, abre em nova aba</span>
      </span>
      <LinkArrow newTab className="text-north" />
    </Link>
  );
}
