import { type UseFormReturn, useWatch } from 'react-hook-form';
import { paths } from '@/app/pages';
import { ContentCover, type CoverContent } from '@/entities/content-cover';
import { useSite } from '@/entities/site';
import { limits as LIMITS } from '@/generated/columns/contents';
import { slugify } from '@/lib/search-text';
import { InputField } from '@/ui/input-field';
import { TextareaField } from '@/ui/textarea-field';
import type { Content } from '../queries';
import type { FormValues } from './model';

/** Lengths in characters above which search engines cut a title or description. */
const BEST_TITLE = 60;
const BEST_DESCRIPTION = 155;

export interface AddressFieldsProps {
  form: UseFormReturn<FormValues>;
  content: Content | undefined;
  cover: CoverContent;
}

/** The content's address, and how search engines and shared links show it. */
export function AddressFields({ form, content, cover }: AddressFieldsProps) {
  const { control, register, formState } = form;
  const { errors } = formState;
  const [title, description, slug, seoTitle, seoDescription] = useWatch({
    control,
    name: ['title', 'description', 'slug', 'seo_title', 'seo_description'],
  });
  const folder = paths.content({ ...cover, slug: '-' }).slice(0, -1);
  const made = slugify(title) || 'conteudo';
  const isMoved = Boolean(content?.published_at && content.slug && slug !== content.slug);
  const shown = { title: seoTitle || title, description: seoDescription || description, slug: slug || made };
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5.5 border-t border-border pt-5">
      <legend className="sr-only">Endereço e busca</legend>
      <InputField
        label={`Caminho em ${folder}`}
        optional
        hint={isMoved ? 'O caminho anterior continua funcionando e leva ao novo.' : 'Em branco, é feito do título.'}
        error={errors.slug?.message}
        {...register('slug', {
          onBlur: (event: { target: { value: string } }) => {
            form.setValue('slug', slugify(event.target.value), { shouldValidate: formState.isSubmitted });
          },
        })}
        maxLength={LIMITS.slug}
        placeholder={made}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <InputField
        label="Nome no Google"
        optional
        hint={counted(shown.title, BEST_TITLE)}
        error={errors.seo_title?.message}
        {...register('seo_title')}
        maxLength={LIMITS.seo_title}
        placeholder={title}
        autoComplete="off"
      />
      <TextareaField
        label="Resumo no Google"
        optional
        hint={counted(shown.description, BEST_DESCRIPTION)}
        error={errors.seo_description?.message}
        {...register('seo_description')}
        maxLength={LIMITS.seo_description}
        placeholder={description}
        rows={3}
        controlClassName="min-h-20!"
      />
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-label type-ui hover:text-north">
          Ver como aparece no Google e no WhatsApp
        </summary>
        <div className="mt-3">
          <SharePreview {...shown} cover={cover} />
        </div>
      </details>
    </fieldset>
  );
}

/** `52 de 60 caracteres` */
function counted(text: string, best: number): string {
  const { length } = text.trim();
  const cut = length > best ? ': o final pode ser cortado' : '';
  return `${length} de ${best} caracteres${cut}.`;
}

interface SharePreviewProps {
  title: string;
  description: string;
  slug: string;
  cover: CoverContent;
}

/** The content in a list of results, and as the card of a shared link. */
function SharePreview({ title, description, slug, cover }: SharePreviewProps) {
  const site = useSite();
  const host = site.origin.replace(/^https?:\/\//, '');
  const shownTitle = title || 'Sem título';
  const text = description || `${shownTitle}, por ${site.name}.`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <figure>
        <figcaption className="mb-2 type-meta">No Google</figcaption>
        <div className="border border-border bg-card p-4">
          <p className="truncate text-small text-muted-foreground">
            {host}
            {paths.content({ ...cover, slug }).replaceAll('/', ' › ')}
          </p>
          <p className="mt-1 line-clamp-1 font-label [overflow-wrap:anywhere]">{cut(shownTitle, BEST_TITLE)}</p>
          <p className="mt-1 line-clamp-2 text-small leading-snug text-foreground-2 [overflow-wrap:anywhere]">
            {cut(text, BEST_DESCRIPTION)}
          </p>
        </div>
      </figure>
      <figure>
        <figcaption className="mb-2 type-meta">No WhatsApp e no LinkedIn</figcaption>
        <div className="overflow-hidden border border-border bg-card">
          <ContentCover content={cover} shape="card" className="aspect-1200/630 w-full" />
          <div className="p-4">
            <p className="line-clamp-2 font-label leading-snug [overflow-wrap:anywhere]">{shownTitle}</p>
            <p className="mt-1 line-clamp-2 text-small leading-snug text-foreground-2 [overflow-wrap:anywhere]">
              {text}
            </p>
            <p className="mt-1.5 truncate text-small text-muted-foreground">{host}</p>
          </div>
        </div>
      </figure>
    </div>
  );
}

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most).trimEnd()}…` : text);
