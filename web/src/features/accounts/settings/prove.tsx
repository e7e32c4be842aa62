/**
 * Re-authentication. The server decides when: an action that it refuses without recent proof is repeated once the person
 * has given the second factor or, where the account has none, the mailed code.
 */
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import { type AuthProblem, authProblem, authRefusal } from '@/entities/auth-refusal';
import { Button } from '@/ui/button';
import { Dialog, DialogClose } from '@/ui/dialog';
import { dismissFailures, type ToastMessage, toast } from '@/ui/toast';
import { CodeForm } from '../layout/code-form';
import { confirmNonce, sendNonce, useAccount } from './account';
import { done, failed, NotProved, showFailure } from './setting';

/** An action that may need proof. `nonce` is the mailed code; throws the refusal. */
export type Action = (nonce?: string) => Promise<unknown>;

/** Wraps an action whose request takes no nonce: renews the session with the nonce first. */
export function renewing(action: () => Promise<unknown>): Action {
  return async (nonce) => {
    if (nonce) await confirmNonce(nonce);
    await action();
  };
}

/** Asks for the second factor and reports when it is proved; built by another feature. */
export type MfaView = (userId: string, onProved: () => void) => ReactNode;

type Prove = (action: Action) => Promise<void>;

const ProveContext = createContext<Prove | undefined>(undefined);

/** Runs an action, and once more after recent proof where the server asks for it. Throws what the action throws. */
export function useProve(): Prove {
  const prove = use(ProveContext);
  if (!prove) throw new Error('useProve needs a ProveProvider around it');
  return prove;
}

interface Waiting {
  by: 'second-factor' | 'mailed-code';
  action: Action;
  resolve: () => void;
  reject: (reason: unknown) => void;
}

const SENT_BEFORE = new Set<AuthProblem['code']>(['over_email_send_rate_limit', 'over_sms_send_rate_limit']);

const WANTED = new Set<AuthProblem['code']>(['reauthentication_needed', 'insufficient_aal']);

export function ProveProvider({ secondStep, children }: { secondStep: MfaView; children: ReactNode }) {
  const account = useAccount();
  const [waiting, setWaiting] = useState<Waiting>();
  const way = account.email ? 'e-mail' : 'telefone';
  const hasFactor = account.factors?.some(({ status }) => status === 'verified') ?? false;

  const prove = useCallback<Prove>(
    async (action) => {
      try {
        await action();
      } catch (error) {
        if (!WANTED.has(authProblem(error).code)) throw error;
        await new Promise<void>((resolve, reject) => {
          setWaiting({ by: hasFactor ? 'second-factor' : 'mailed-code', action, resolve, reject });
        });
      }
    },
    [hasFactor],
  );

  const close = () => {
    waiting?.reject(new NotProved());
    setWaiting(undefined);
  };
  /** A refusal of the code itself stays in the dialog; every other one is the action's. */
  const finish = async (nonce?: string) => {
    try {
      await waiting?.action(nonce);
    } catch (error) {
      const { code } = authProblem(error);
      if (nonce && code === 'reauthentication_not_valid') throw error;
      // A factor added in this session does not count as proof; the mailed code does.
      if (waiting?.by === 'second-factor' && code === 'reauthentication_needed') {
        return setWaiting({ ...waiting, by: 'mailed-code' });
      }
      waiting?.reject(error);
      return setWaiting(undefined);
    }
    waiting?.resolve();
    setWaiting(undefined);
  };

  return (
    <ProveContext value={prove}>
      {children}
      <Dialog
        open={waiting !== undefined}
        onOpenChange={(open) => !open && close()}
        title="Confirme que é você"
        description={
          waiting?.by === 'mailed-code'
            ? `Esta sessão começou há algum tempo. Envio um código ao seu ${way} para continuar.`
            : 'Para continuar, confirme a segunda etapa da sua conta.'
        }
        footer={
          <DialogClose>
            <Button variant="ghost" size="small">
              Cancelar
            </Button>
          </DialogClose>
        }
      >
        {waiting?.by === 'mailed-code' && <ByMailedCode way={way} onCode={finish} />}
        {waiting?.by === 'second-factor' && secondStep(account.id, () => void finish())}
      </Dialog>
    </ProveContext>
  );
}

function ByMailedCode({ way, onCode }: { way: 'e-mail' | 'telefone'; onCode: (nonce: string) => Promise<void> }) {
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await sendNonce();
      dismissFailures();
      toast(done('Código enviado', `Veja o seu ${way}.`));
      setSent(true);
    } catch (error) {
      // One was sent a moment ago and still works.
      if (SENT_BEFORE.has(authProblem(error).code)) setSent(true);
      toast(failed('O código não foi enviado', authRefusal(error)));
    } finally {
      setBusy(false);
    }
  };
  if (sent) {
    return (
      <CodeForm
        label={way === 'e-mail' ? 'Código recebido por e-mail' : 'Código recebido por SMS'}
        button="Confirmar"
        refusal={authRefusal}
        onCode={onCode}
        compact
      />
    );
  }
  return (
    <Button busy={busy} busyLabel="Enviando..." onClick={send}>
      Enviar código
    </Button>
  );
}

export interface ProvedActionOptions {
  run: Action;
  done?: ToastMessage;
  failure: string;
  refreshes?: readonly { queryKey: QueryKey }[];
  onDone?: () => void;
  /** Returns true where the caller has shown the failure, at a field for instance. */
  onFailed?: (error: unknown) => boolean;
}

/** An action on the account, with recent proof where the server asks for it. */
export function useProvedAction(options: ProvedActionOptions) {
  const { run, done: message, failure, refreshes = [], onDone, onFailed } = options;
  const prove = useProve();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => prove(run),
    onSuccess: async () => {
      if (message) toast(message);
      onDone?.();
      await Promise.all(refreshes.map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })));
    },
    onError: (error) => {
      if (!onFailed?.(error)) showFailure(failure, error);
    },
  });
}
