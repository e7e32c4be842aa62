import { type FormEvent, useState } from 'react';
import { authProblem, authRefusal } from '@/lib/auth-refusal';
import { useSession } from '@/lib/session';
import { Field } from '@/ui/field';
import { Input } from '@/ui/input';
import { dismissFailures, toast } from '@/ui/toast';
import { FormButtons } from './email-setting';
import { NotProved } from './prove';
import { focusWhenShown } from './setting';
import { done, failed, PHONE_MINIMUM, twoFactor } from './text';

export interface PhoneNumberFormProps {
  /** Has a code sent to the number; throws what was refused. */
  onSend: (phone: string) => Promise<void>;
  onClose: () => void;
}

/** The number a code is to go to. What was typed stays after a refusal. */
export function PhoneNumberForm({ onSend, onClose }: PhoneNumberFormProps) {
  const { user, ended } = useSession();
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
      await onSend(phone);
      dismissFailures();
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
