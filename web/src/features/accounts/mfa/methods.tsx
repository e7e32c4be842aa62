import { type FormEvent, useEffect, useRef, useState } from 'react';
import { authProblem, authRefusal, codeRefusal } from '@/entities/auth-refusal';
import { Button } from '@/ui/button';
import { InputField } from '@/ui/input-field';
import { dismissFailures, toast } from '@/ui/toast';
import { RESEND_PAUSE_MS } from '../email-link/requests';
import { CodeForm } from '../layout/code-form';
import { Resend } from '../layout/resend';
import { proveKey, provePhone, proveRecoveryCode, proveTotp, sendPhoneCode } from './factors';

interface MethodProps {
  factorId: string;
  onProved: () => void;
}

export function AppCode({ factorId, onProved }: MethodProps) {
  return (
    <CodeForm
      label="Código do aplicativo autenticador"
      hint="Os seis dígitos que o aplicativo mostra agora."
      button="Confirmar"
      refusal={codeRefusal}
      onCode={async (code) => {
        await proveTotp(factorId, code);
        onProved();
      }}
    />
  );
}

/** The message costs money and reaches a person: it is sent on a press only. */
export function PhoneCode({ factorId, onProved }: MethodProps) {
  const [sent, setSent] = useState<{ challengeId: string; next: number }>();
  const send = async () => {
    setSent({ challengeId: await sendPhoneCode(factorId), next: Date.now() + RESEND_PAUSE_MS });
  };
  if (!sent) {
    return (
      <Press
        about="Envio um código de seis dígitos ao telefone cadastrado."
        busyLabel="Enviando..."
        failure="O SMS não foi enviado"
        onPress={async () => {
          await send();
          dismissFailures();
        }}
      >
        Enviar código por SMS
      </Press>
    );
  }
  return (
    <>
      <CodeForm
        label="Código recebido por SMS"
        hint="Os seis dígitos da mensagem."
        button="Confirmar"
        refusal={codeRefusal}
        onCode={async (code) => {
          await provePhone(factorId, sent.challengeId, code);
          onProved();
        }}
      />
      <div className="mt-5">
        <Resend
          label="Reenviar SMS"
          from={sent.next}
          onSend={send}
          onWait={(next) => setSent({ ...sent, next })}
          sent={{ title: 'SMS enviado', description: 'O novo código vale no lugar do anterior.', tone: 'success' }}
        />
      </div>
    </>
  );
}

export function KeyPress({ factorId, onProved }: MethodProps) {
  const refusal = (error: unknown) => {
    const { name } = authProblem(error);
    const isClosed = name === 'NotAllowedError' || name === 'AbortError';
    return isClosed ? 'O pedido foi fechado antes de a chave responder.' : codeRefusal(error);
  };
  return (
    <Press
      about="O navegador vai pedir a chave ou o seu dispositivo."
      busyLabel="Aguardando a chave..."
      failure="A chave não foi usada"
      refusal={refusal}
      onPress={async () => {
        await proveKey(factorId);
        onProved();
      }}
    >
      Usar chave de segurança
    </Press>
  );
}

interface PressProps {
  about: string;
  busyLabel: string;
  /** Title of the message after a failure. */
  failure: string;
  refusal?: (error: unknown) => string;
  onPress: () => Promise<void>;
  children: string;
}

/** A button that stays busy after a success, until the next step. */
function Press({ about, busyLabel, failure, refusal = codeRefusal, onPress, children }: PressProps) {
  const [busy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!busy) button.current?.focus({ preventScroll: true });
  }, [busy]);
  const press = async () => {
    setBusy(true);
    try {
      await onPress();
    } catch (error) {
      setBusy(false);
      toast({ title: failure, description: refusal(error), tone: 'destructive' });
    }
  };
  return (
    <div className="grid gap-5">
      <p className="type-ui text-foreground-2">{about}</p>
      <Button ref={button} busy={busy} busyLabel={busyLabel} onClick={press} className="w-full">
        {children}
      </Button>
    </div>
  );
}

export function RecoveryCode({ onProved }: Pick<MethodProps, 'onProved'>) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus({ preventScroll: true }), []);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const typed = code.trim();
    if (!typed) {
      setProblem('Digite um dos códigos de recuperação.');
      input.current?.focus();
      return;
    }
    setProblem(undefined);
    setBusy(true);
    try {
      await proveRecoveryCode(typed);
      onProved();
    } catch (error) {
      const wrong = authProblem(error).code === 'mfa_verification_failed';
      setProblem(wrong ? 'Este código não confere ou já foi usado.' : authRefusal(error));
      setBusy(false);
      // The button that had the focus was disabled meanwhile.
      input.current?.focus();
    }
  };

  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
      <InputField
        label="Código de recuperação"
        hint="Um dos dez códigos que você guardou. Cada um funciona uma vez."
        error={problem}
        ref={input}
        name="recovery-code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" busy={busy} busyLabel="Conferindo..." className="w-full">
        Confirmar
      </Button>
    </form>
  );
}
