import { paths } from '@/app/pages';
import { navigate } from '@/lib/router';
import { Button } from '@/ui/button';
import { ButtonLink, GoLink } from '@/ui/link';
import { NeedleArt, Plate } from '@/ui/needle-art';

function goBack() {
  if (history.length > 1) history.back();
  else navigate(paths.home);
}

export function NotFound() {
  return (
    <div className="wrap grid-page gap-y-10 py-[clamp(2.5rem,5vw,5rem)]">
      <div className="col-span-full flex flex-col lg:col-span-5">
        <p aria-hidden="true" className="-ml-[0.045em] type-numeral text-[clamp(6rem,15vw,12rem)]">
          404
        </p>
        <h1 className="mt-6 type-display-3">Página não encontrada</h1>
        <p className="mt-3 max-w-[40ch] type-lede">O endereço mudou ou nunca existiu.</p>
        <div className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-3 *:max-sm:w-full">
          <ButtonLink href={paths.home}>Ir para o início</ButtonLink>
          <Button variant="line" onClick={goBack} className="noscript:hidden">
            Voltar
          </Button>
          <GoLink href={paths.contact}>Falar comigo</GoLink>
        </div>
      </div>
      {/* Nothing points anywhere but for one needle. */}
      <Plate tone="ink" className="col-span-full aspect-16/10 lg:col-span-6 lg:col-start-7 lg:aspect-auto lg:min-h-120">
        <NeedleArt field="scatter" seed="nenhum norte" width={720} height={520} step={80} />
      </Plate>
    </div>
  );
}
