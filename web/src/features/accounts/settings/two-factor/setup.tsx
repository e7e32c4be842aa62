import { useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { authProblem } from '@/entities/auth-refusal';
import { Button } from '@/ui/button';
import { InputField } from '@/ui/input-field';
import { LoadFailed } from '@/ui/loaded';
import { Loading, Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast';
import { CodeForm } from '../../layout/code-form';
import { provePhone, proveTotp } from '../../mfa/factors';
import { accountQuery, isClosed, usePerson } from '../account';
import { PhoneNumberForm } from '../phone-setting';
import { renewing, useProve, useProvedAction } from '../prove';
import { done, failed, focusWhenShown, NotProved, SettingForm, setupRefusal, showFailure, twoFactor } from '../setting';
import {
  addKey,
  beginApp,
  beginPhone,
  factorsQuery,
  inGroups,
  type NewApp,
  type NewPhone,
  removeFactor,
} from './factors';

/** Reports that a factor is set up, closes the form and reads the factors again. */
function useConfigured(onClose: () => void) {
  const { id } = usePerson();
  const queryClient = useQueryClient();
  return async () => {
    toast(done(twoFactor.configured));
    onClose();
    await Promise.all([
      queryClient.invalidateQueries(factorsQuery(id)),
      queryClient.invalidateQueries(accountQuery(id)),
    ]);
  };
}

export function AppSetup({ onClose }: { onClose: () => void }) {
  const prove = useProve();
  const configured = useConfigured(onClose);
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
      showFailure('O aplicativo não pôde ser configurado', error);
    });
    return () => {
      gone = true;
    };
  }, [attempt]);

  const cancel = () => {
    // The server removes unverified factors by itself; this spares the wait.
    if (app) removeFactor(app.id).catch((error: unknown) => console.error('an unproved factor stays', error));
    onClose();
  };
  const onCode = async (code: string) => {
    if (!app) return;
    await proveTotp(app.id, code);
    await configured();
  };

  if (broken) {
    const again = () => {
      setBroken(false);
      setAttempt(attempt + 1);
    };
    return <LoadFailed title="O aplicativo não pôde ser configurado." query={{ refetch: again }} />;
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
      <CodeForm
        label="Código do aplicativo"
        button="Ativar"
        missing="Digite os seis dígitos do aplicativo."
        refusal={setupRefusal}
        onCode={onCode}
        compact
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

export async function copy(text: string, title: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(done(title));
  } catch (error) {
    console.error('nothing was copied', error);
    toast(failed('Não foi possível copiar', 'Selecione o texto e copie pelo teclado.'));
  }
}

/** A security key: its name, then the browser asks for it. */
export function KeySetup({ onClose }: { onClose: () => void }) {
  const { id } = usePerson();
  const [name, setName] = useState('Chave de segurança');
  const [problem, setProblem] = useState<string>();
  const add = useProvedAction({
    run: renewing(() => addKey(name.trim())),
    done: done(twoFactor.configured),
    failure: 'A chave não foi registrada',
    refreshes: [factorsQuery(id), accountQuery(id)],
    onDone: onClose,
    onFailed: (error) => {
      if (authProblem(error).code === 'mfa_factor_name_conflict') {
        setProblem('Outra verificação já tem este nome.');
      } else if (isClosed(error)) {
        toast(failed('A chave não foi registrada', 'O pedido foi fechado antes de a chave responder.'));
      } else return false;
      return true;
    },
  });
  const submit = () => {
    if (!name.trim()) return setProblem('Dê um nome à chave.');
    setProblem(undefined);
    add.mutate();
  };
  return (
    <SettingForm
      onSubmit={submit}
      label="Registrar chave"
      busyLabel="Aguardando a chave..."
      busy={add.isPending}
      onClose={onClose}
    >
      <InputField
        label="Nome da chave"
        hint="Para você a reconhecer. Em seguida, o navegador pede a chave."
        error={problem}
        ref={focusWhenShown}
        name="name"
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </SettingForm>
  );
}

/** A telephone as second factor: the number, then the code that was sent to it. */
export function PhoneSetup({ onClose }: { onClose: () => void }) {
  const prove = useProve();
  const configured = useConfigured(onClose);
  const [begun, setBegun] = useState<NewPhone>();
  if (!begun) {
    const onSend = (phone: string) => prove(renewing(async () => setBegun(await beginPhone(phone))));
    return <PhoneNumberForm onSend={onSend} onClose={onClose} />;
  }
  const onCode = async (code: string) => {
    await provePhone(begun.factorId, begun.challengeId, code);
    await configured();
  };
  return (
    <CodeForm
      label="Código recebido por SMS"
      hint="Os seis dígitos da mensagem."
      button="Ativar"
      missing={twoFactor.codeMissing}
      refusal={setupRefusal}
      onCode={onCode}
      compact
    />
  );
}
