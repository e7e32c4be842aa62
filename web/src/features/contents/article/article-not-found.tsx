import { paths } from '@/app/pages';
import { ButtonLink } from '@/ui/link';
import { NeedleArt } from '@/ui/needle-art';

/** Missing, not published, or for members only: to a visitor all three are the same. */
export function ArticleNotFound() {
  return (
    <div className="wrap py-[clamp(3rem,6vw,6rem)]">
      <div className="relative overflow-hidden border border-border p-6 lg:p-16">
        <NeedleArt
          field="scatter"
          seed="artigo"
          width={1280}
          height={400}
          step={80}
          className="absolute inset-0 text-plate [--art-north:var(--plate)]"
        />
        <div className="relative">
          <h1 className="type-display-3">Artigo não encontrado</h1>
          <p className="mt-3 max-w-[44ch] text-foreground-2">O texto mudou de endereço ou saiu do ar.</p>
          <ButtonLink href={paths.blog()} className="mt-6">
            Voltar para o blog
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}
