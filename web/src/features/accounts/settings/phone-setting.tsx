import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { authProblem, authRefusal } from '@/entities/auth-refusal';
import { authSettingsQuery } from '@/entities/auth-settings';
import { useSession } from '@/entities/session';
import { InputField } from '@/ui/input-field';
import { dismissFailures, toast } from '@/ui/toast';
import { CodeForm } from '../layout/code-form';
import { accountQuery, changePhone, confirmPhone, useAccount } from './account';
import { useProve } from './prove';
import { done, failed, focusWhenShown, NotProved, OpenedSetting, SettingForm, twoFactor } from './setting';

/** The number to sign in with; only where this installation sends short messages. */
export function PhoneSetting() {
  const account = useAccount();
  const offered = useQuery(authSettingsQuery).data?.external.phone ?? false;
  if (!offered) return null;
  return (
    <OpenedSetting
      title="Telefone"
      about={account.phone ? `+${account.phone}` : 'Nenhum telefone cadastrado.'}
      label={account.phone ? 'Trocar telefone' : 'Cadastrar telefone'}
      Form={PhoneForm}
    />
  );
}

function PhoneForm({ onClose }: { onClose: () => void }) {
  const account = useAccount();
  const prove = useProve();
  const queryClient = useQueryClient();
  const [wanted, setWanted] = useState<string>();
  /** Number whose code is requested: first the new one, then the present one if the account has one. */
  const [asked, setAsked] = useState<'new' | 'present'>('new');
  if (wanted === undefined) {
    const onSend = async (phone: string) => {
      await prove((nonce) => changePhone(phone, nonce));
      setWanted(phone);
    };
    return <PhoneNumberForm onSend={onSend} onClose={onClose} />;
  }
  const present = asked === 'present';
  const onCode = async (code: string) => {
    if (!(await confirmPhone(present ? `+${account.phone}` : wanted, code))) return setAsked('present');
    toast(done('Telefone confirmado'));
    await queryClient.invalidateQueries(accountQuery(account.id));
    onClose();
  };
  return (
    <CodeForm
      key={asked}
      label={present ? 'Código enviado ao telefone atual' : 'Código recebido por SMS'}
      hint={present ? `Falta o código enviado a +${account.phone}: a troca vale com os dois.` : `Enviado a ${wanted}.`}
      button="Confirmar"
      missing={twoFactor.codeMissing}
      refusal={authRefusal}
      onCode={onCode}
      compact
    />
  );
}

export interface PhoneNumberFormProps {
  /** Sends a code to the number; throws the refusal. */
  onSend: (phone: string) => Promise<void>;
  onClose: () => void;
}

/** Digits of a number. */
const PHONE_MINIMUM = 10;

/** Asks for the number to send a code to. Keeps the input after a refusal. */
export function PhoneNumberForm({ onSend, onClose }: PhoneNumberFormProps) {
  const { user, ended } = useSession();
  const [phone, setPhone] = useState('+55');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const submit = async () => {
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
    <SettingForm
      onSubmit={() => void submit()}
      label="Enviar código"
      busyLabel="Enviando..."
      busy={busy}
      onClose={onClose}
    >
      <InputField
        label="Telefone"
        hint="Com DDI e DDD, como +5511999999999."
        error={problem}
        ref={focusWhenShown}
        type="tel"
        name="phone"
        autoComplete="tel"
        value={phone}
        onChange={(event) => setPhone(event.target.value)}
      />
    </SettingForm>
  );
}
