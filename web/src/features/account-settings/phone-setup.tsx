import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { authProblem, authRefusal } from '@/lib/auth-refusal';
import { useSession } from '@/lib/session';
import { Field } from '@/ui/field';
import { Input } from '@/ui/input';
import { toast } from '@/ui/toast';
import { accountQuery, usePerson } from './account';
import { CodeEntry } from './code-entry';
import { FormButtons } from './email-setting';
import { beginPhone, confirmPhone, factorsQuery, type NewPhone } from './factors';
import { NotProved, useProve } from './prove';
import { focusWhenShown } from './setting';
import { done, failed, PHONE_MINIMUM, twoFactor } from './text';

/** A telephone: the number, the code that was sent to it, done. */
export function PhoneSetup({ onClose }: { onClose: () => void }) {
  const { id } = usePerson();
  const queryClient = useQueryClient();
  const [sent, setSent] = useState<NewPhone>();
  const onCode = async (code: string) => {
    if (!sent) return;
    await confirmPhone(sent, code);
    toast(done(twoFactor.configured));
    onClose();
    await Promise.all([
      queryClient.invalidateQueries(factorsQuery(id)),
      queryClient.invalidateQueries(accountQuery(id)),
    ]);
  };
  if (!sent) return <NumberForm onSent={setSent} onClose={onClose} />;
  return (
    <CodeEntry
      label="Código recebido por SMS"
      hint="Os seis dígitos da mensagem."
      button="Ativar"
      missing={twoFactor.codeMissing}
      refused={twoFactor.codeInvalid}
      onCode={onCode}
    />
  );
}

interface NumberFormProps {
  onSent: (phone: NewPhone) => void;
  onClose: () => void;
}

function NumberForm({ onSent, onClose }: NumberFormProps) {
  const { user, ended } = useSession();
  const prove = useProve();
  const [phone, setPhone] = useState('+55');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!user) return toast(failed(twoFactor.loginNeeded));
    if (ended) return toast(failed(twoFactor.sessionExpired));
    if (phone.replace(/\D/g, '').length < PHONE_MINIMUM) return setProblem(twoFactor.phoneInvalid);
    setProblem(undefined);
    setBusy(true);
    try {
      await prove(async () => onSent(await beginPhone(phone)));
      toast(done(twoFactor.codeSent));
    } catch (error) {
      if (error instanceof NotProved) return;
      console.error('no code was sent', error);
      if (authProblem(error).code === 'validation_failed') return setProblem(twoFactor.phoneInvalid);
      toast(failed(twoFactor.sendFailed, authRefusal(error)));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
      <Field label="Telefone" hint="Com DDI e DDD, como +5511999999999." error={problem}>
        {(control) => (
          <Input
            {...control}
            ref={focusWhenShown}
            type="tel"
            name="phone"
            autoComplete="tel"
            value={phone}
            onChange={(event) => setPhone(event.target.value)}
          />
        )}
      </Field>
      <FormButtons label="Enviar código" busyLabel="Enviando..." busy={busy} onClose={onClose} />
    </form>
  );
}
