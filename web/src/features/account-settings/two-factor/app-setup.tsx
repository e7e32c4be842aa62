import { useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { Loading, Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast';
import { accountQuery, usePerson } from '../account';
import { CodeEntry } from '../code-entry';
import { NotProved, renewing, tell, useProve } from '../prove';
import { done, failed, LOAD_ADVICE, setupRefusal, twoFactor } from '../text';
import { beginApp, confirmApp, factorsQuery, inGroups, type NewApp, removeFactor } from './factors';

/** An authenticator app: scan, or type the secret, then give its first code. */
export function AppSetup({ onClose }: { onClose: () => void }) {
  const { id } = usePerson();
  const prove = useProve();
  const queryClient = useQueryClient();
  const [app, setApp] = useState<NewApp>();
  const [broken, setBroken] = useState(false);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: begun once when it opens, and again on request
  useEffect(() => {
    let gone = false;
    prove(
      renewing(async () => {
        const begun = await beginApp();
        if (!gone) setApp(begun);
      }),
    ).catch((error: unknown) => {
      if (gone) return;
      if (error instanceof NotProved) return onClose();
      setBroken(true);
      tell('O aplicativo não pôde ser configurado', error);
    });
    return () => {
      gone = true;
    };
  }, [attempt]);

  const cancel = () => {
    // What was begun and never proved vanishes by itself; this only spares the wait.
    if (app) removeFactor(app.id).catch((error: unknown) => console.error('an unproved factor stays', error));
    onClose();
  };
  const onCode = async (code: string) => {
    if (!app) return;
    await confirmApp(app.id, code);
    toast(done(twoFactor.configured));
    onClose();
    await Promise.all([
      queryClient.invalidateQueries(factorsQuery(id)),
      queryClient.invalidateQueries(accountQuery(id)),
    ]);
  };

  if (broken) {
    const again = () => {
      setBroken(false);
      setAttempt(attempt + 1);
    };
    return <ErrorNotice title="O aplicativo não pôde ser configurado." description={LOAD_ADVICE} onRetry={again} />;
  }
  if (!app) {
    return (
      <Loading label="Preparando o código QR">
        <Skeleton className="size-48" />
      </Loading>
    );
  }
  return (
    <div className="grid gap-5">
      <ol className="grid list-decimal gap-2 pl-5">
        <li>Abra o aplicativo autenticador no celular.</li>
        <li>Leia a imagem com ele, ou digite a chave.</li>
        <li>Digite aqui os seis dígitos que ele mostra.</li>
      </ol>
      <img
        src={app.picture}
        alt="Código QR para o aplicativo autenticador"
        width={192}
        height={192}
        className="bg-white p-3"
      />
      <Secret secret={app.secret} />
      <CodeEntry
        label="Código do aplicativo"
        button="Ativar"
        missing="Digite os seis dígitos do aplicativo."
        refusal={setupRefusal}
        onCode={onCode}
      />
      <Button variant="ghost" size="small" className="-ml-4 justify-self-start" onClick={cancel}>
        Cancelar
      </Button>
    </div>
  );
}

function Secret({ secret }: { secret: string }) {
  return (
    <div className="grid gap-2">
      <p className="font-label text-sm">Chave para digitar</p>
      <p className="flex flex-wrap items-center gap-3">
        <code className="border border-border bg-card px-3 py-2 text-sm wrap-anywhere">{inGroups(secret)}</code>
        <Button variant="ghost" size="small" onClick={() => void copy(secret, 'Chave copiada')}>
          <Copy aria-hidden="true" className="size-4" strokeWidth={1.6} />
          Copiar chave
        </Button>
      </p>
    </div>
  );
}

/** Into the clipboard, where the browser lets the page. */
export async function copy(text: string, title: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(done(title));
  } catch (error) {
    console.error('nothing was copied', error);
    toast(failed('Não foi possível copiar', 'Selecione o texto e copie pelo teclado.'));
  }
}
