import { Copy, Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/ui/button';
import { usePerson } from '../account';
import { renewing, useProvedAction } from '../prove';
import { Setting } from '../setting';
import { factorsQuery, inGroups, makeRecoveryCodes } from './factors';
import { copy } from './setup';

/** Ten recovery codes: shown once, to be kept on paper. */
export function RecoveryCodes({ left }: { left: number | undefined }) {
  const { id } = usePerson();
  const [codes, setCodes] = useState<readonly string[]>();
  const make = useProvedAction({
    run: renewing(async () => setCodes(await makeRecoveryCodes(left !== undefined))),
    failure: 'Os códigos não foram gerados',
    refreshes: [factorsQuery(id)],
  });
  return (
    <Setting
      title="Códigos de recuperação"
      about={
        left === undefined
          ? 'Dez códigos para entrar sem o celular. Cada um vale uma vez.'
          : `${left} de 10 ainda valem. Gerar novos anula os anteriores.`
      }
      action={
        <Button variant="line" size="small" busy={make.isPending} busyLabel="Gerando..." onClick={() => make.mutate()}>
          {left === undefined ? 'Gerar códigos' : 'Gerar novos códigos'}
        </Button>
      }
    >
      {codes && <CodeList codes={codes} onClose={() => setCodes(undefined)} />}
    </Setting>
  );
}

function CodeList({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const written = codes.map(inGroups);
  return (
    <div data-print="" className="border border-border bg-card p-5">
      <h4 ref={heading} tabIndex={-1} className="font-label focus:outline-none">
        Guarde estes códigos agora
      </h4>
      <p className="mt-1 text-muted-foreground">Eles não serão mostrados de novo.</p>
      <ol className="mt-4 grid gap-x-8 gap-y-1.5 sm:grid-cols-2">
        {written.map((code) => (
          <li key={code}>
            <code className="text-sm tabular-nums">{code}</code>
          </li>
        ))}
      </ol>
      <div className="mt-5 flex flex-wrap gap-2 max-sm:*:w-full print:hidden">
        <Button variant="line" size="small" onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-4" strokeWidth={1.6} />
          Imprimir
        </Button>
        <Button variant="line" size="small" onClick={() => void copy(written.join('\n'), 'Códigos copiados')}>
          <Copy aria-hidden="true" className="size-4" strokeWidth={1.6} />
          Copiar
        </Button>
        <Button variant="ghost" size="small" onClick={onClose}>
          Já guardei
        </Button>
      </div>
    </div>
  );
}
