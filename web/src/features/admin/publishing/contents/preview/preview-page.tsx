import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ExternalLink, Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '@/app/pages';
import { type ContentPreview, previewState } from '@/entities/content-preview';
import { Head } from '@/entities/head';
import { type PreviewView, signedInPaths } from '@/entities/signed-in-paths';
import { useSearchParams } from '@/lib/router';
import { ChipLink } from '@/ui/chip';
import { ButtonLink, TextLink } from '@/ui/link';
import { LoadFailed } from '@/ui/loaded';
import { Loading, Skeleton } from '@/ui/skeleton';
import { Empty } from '@/ui/start/empty';
import { LOAD_FAILED } from '../text';
import { previewQuery } from './queries';
import { ReviewLinks } from './review-links';

export interface PreviewPageProps {
  id: string;
  /** The content as its readers see it. */
  children: (content: ContentPreview, view: PreviewView) => ReactNode;
}

/** A content as visitors and members will see it, on a large screen or a phone. */
export function PreviewPage({ id, children }: PreviewPageProps) {
  const [params] = useSearchParams();
  const view = { isMember: params.get('como') === 'membro', isPhone: params.get('tela') === 'celular' };
  const query = useQuery(previewQuery(id));
  const content = query.data;
  return (
    <>
      <Head
        title={`${content ? `Prévia: ${content.title}` : 'Prévia'} · Painel Administrativo`}
        description="Administração do site."
      />
      <a href="#conteudo" className="skip-link">
        Ir para o conteúdo
      </a>
      <Bar id={id} content={content ?? undefined} view={view} />
      <main id="conteudo" tabIndex={-1} className="min-h-[60vh] focus:outline-none">
        {content && children(content, view)}
        {content === null && (
          <Empty
            title="Conteúdo não encontrado"
            description="Ele foi excluído, está na lixeira, ou o endereço está incompleto."
            className="wrap py-10"
          />
        )}
        {content === undefined && (
          <div className="wrap py-10">
            {query.isError ? (
              <LoadFailed title={LOAD_FAILED} query={query} />
            ) : (
              <Loading label="Abrindo a prévia">
                <Skeleton className="h-16 w-2/3" />
                <Skeleton className="mt-8 aspect-21/9 w-full" />
              </Loading>
            )}
          </div>
        )}
      </main>
    </>
  );
}

interface BarProps {
  id: string;
  content: ContentPreview | undefined;
  view: PreviewView;
}

function Bar({ id, content, view }: BarProps) {
  const at = (changed: Partial<PreviewView>) => signedInPaths.adminPreview(id, { ...view, ...changed });
  return (
    <header className="z-20 border-b border-border bg-muted md:sticky md:top-0 print:hidden">
      <div className="mx-auto flex max-w-360 flex-wrap items-center gap-x-4 gap-y-1.5 px-[clamp(1.25rem,3vw,3rem)] py-2">
        <ButtonLink href={signedInPaths.adminContent(id)} variant="ghost" size="small" className="-ml-3">
          <ArrowLeft aria-hidden="true" className="size-4" strokeWidth={1.6} />
          Editar
        </ButtonLink>
        <p className="mr-auto flex items-center gap-2 type-ui">
          <Eye aria-hidden="true" className="size-4.5 shrink-0 text-north" strokeWidth={1.6} />
          {content ? previewState(content) : 'Prévia'}
        </p>
        <nav aria-label="Quem lê" className="flex gap-1">
          <ChipLink href={at({ isMember: false })} current={!view.isMember}>
            Visitante
          </ChipLink>
          <ChipLink href={at({ isMember: true })} current={view.isMember}>
            Membro
          </ChipLink>
        </nav>
        <nav aria-label="Tela" className="flex gap-1 max-md:hidden">
          <ChipLink href={at({ isPhone: false })} current={!view.isPhone}>
            Computador
          </ChipLink>
          <ChipLink href={at({ isPhone: true })} current={view.isPhone}>
            Celular
          </ChipLink>
        </nav>
        {content && (
          <div className="flex flex-wrap items-center gap-2">
            {content.is_published && !content.is_member_only && (
              <TextLink
                href={paths.content(content)}
                newTab
                className="inline-flex min-h-11 items-center gap-1.5 px-2 type-ui"
              >
                <ExternalLink aria-hidden="true" className="size-4" strokeWidth={1.6} />
                Ver no site
              </TextLink>
            )}
            <ReviewLinks content={id} />
          </div>
        )}
      </div>
    </header>
  );
}
