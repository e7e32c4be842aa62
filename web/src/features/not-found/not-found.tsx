import { paths } from '@/app/pages';
import { navigate } from '@/lib/router';
import { Button } from '@/ui/button';
import { ButtonLink, GoLink } from '@/ui/link';
import { NeedleArt } from '@/ui/needle-art';

function goBack() {
  if (history.length > 1) history.back();
  else navigate(paths.home);
}

export function NotFound() {
  return (
    <div className="wrap py-[clamp(3rem,6vw,6rem)]">
      <div className="relative grid items-end gap-x-16 gap-y-8 overflow-hidden border border-border p-6 md:grid-cols-[auto_1fr] lg:p-16">
        <NeedleArt
          field="scatter"
          seed="nenhum norte"
          width={1280}
          height={480}
          step={80}
          className="absolute inset-0 text-plate [--art-north:var(--plate)]"
        />
        <p aria-hidden="true" className="relative type-numeral text-[clamp(6rem,16vw,13rem)]">
          404
        </p>
        <div className="relative">
          <h1 className="type-display-3">Página não encontrada</h1>
          <p className="mt-3 max-w-[40ch] text-foreground-2">O endereço mudou ou nunca existiu.</p>
          <div className="mt-6 flex flex-wrap items-center gap-3">
            <ButtonLink href={paths.home}>Ir para o início</ButtonLink>
            <Button variant="line" onClick={goBack} className="noscript:hidden">
              Voltar
            </Button>
            <GoLink href={paths.contact}>Falar comigo</GoLink>
          </div>
        </div>
      </div>
    </div>
  );
}
