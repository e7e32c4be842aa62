import { paths } from '@/app/pages';
import { ContentCover } from '@/entities/content-cover';
import { LinkArrow } from '@/ui/link';
import { Highlight } from '@/widgets/highlight';
import { type CardProps, coverHover, OpenLink, OpenMeta, titleHover } from '../cards/open-cards';

/** The verb of the link, where it is not reading. */
const ACTIONS: Partial<Record<string, string>> = {
  video: 'Assistir agora',
  audio: 'Ouvir agora',
  pdf: 'Baixar agora',
  link: 'Abrir agora',
};

/** The first content of a list, large. */
export function LeadCard({ content, words = [] }: CardProps) {
  return (
    <article className="border-t border-border-strong pt-5">
      <OpenLink
        content={content}
        href={paths.content({ ...content, slug: null })}
        className="group grid gap-x-(--gutter) gap-y-6 lg:grid-cols-12"
      >
        <ContentCover content={content} shape="lead" eager className={`aspect-16/10 lg:col-span-7 ${coverHover}`} />
        <div className="flex flex-col gap-4 lg:col-span-5 lg:pl-4">
          <OpenMeta content={content} />
          <h2 className={`type-display-3 ${titleHover}`}>
            <Highlight text={content.title} words={words} />
          </h2>
          {content.description && (
            <p className="type-lede">
              <Highlight text={content.description} words={words} />
            </p>
          )}
          <span className="mt-auto inline-flex min-h-11 items-center gap-2 font-label type-ui">
            {ACTIONS[content.content_type] ?? 'Ler agora'}
            <LinkArrow className="text-north" />
          </span>
        </div>
      </OpenLink>
    </article>
  );
}
