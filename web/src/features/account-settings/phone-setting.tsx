import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { authRefusal } from '@/lib/auth-refusal';
import { authSettingsQuery } from '@/lib/auth-settings';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { Input } from '@/ui/input';
import { toast } from '@/ui/toast';
import { accountQuery, changePhone, confirmPhone, useAccount } from './account';
import { CodeEntry } from './code-entry';
import { FormButtons } from './email-setting';
import { useProve } from './prove';
import { focusWhenShown, Setting } from './setting';
import { done, PHONE_MINIMUM, twoFactor } from './text';

/** The number to sign in with; only where this installation sends short messages. */
export function PhoneSetting() {
  const account = useAccount();
  const offered = useQuery(authSettingsQuery).data?.external.phone ?? false;
  const [open, setOpen] = useState(false);
  if (!offered) return null;
  return (
    <Setting
      title="Telefone"
      about={account.phone ? `+${account.phone}` : 'Nenhum telefone cadastrado.'}
      action={
        !open && (
          <Button variant="line" size="small" onClick={() => setOpen(true)}>
            {account.phone ? 'Trocar telefone' : 'Cadastrar telefone'}
          </Button>
        )
      }
    >
      {open && <PhoneForm onClose={() => setOpen(false)} />}
    </Setting>
  );
}

function PhoneForm({ onClose }: { onClose: () => void }) {
  const account = useAccount();
  const prove = useProve();
  const queryClient = useQueryClient();
  const [phone, setPhone] = useState('+55');
  /** Whose code is asked for: the new number's and then, where there is one already, the present one's. */
  const [asked, setAsked] = useState<'new' | 'present'>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (phone.replace(/\D/g, '').length < PHONE_MINIMUM) return setProblem(twoFactor.phoneInvalid);
    setProblem(undefined);
    setBusy(true);
    try {
      await prove((nonce) => changePhone(phone, nonce));
      setAsked('new');
      toast(done(twoFactor.codeSent));
    } catch (error) {
      setProblem(authRefusal(error));
    } finally {
      setBusy(false);
    }
  };
  const onCode = async (code: string) => {
    if (!(await confirmPhone(asked === 'present' ? `+${account.phone}` : phone, code))) return setAsked('present');
    toast(done('Telefone confirmado'));
    await queryClient.invalidateQueries(accountQuery(account.id));
    onClose();
  };

  if (asked) {
    const present = asked === 'present';
    return (
      <CodeEntry
        key={asked}
        label={present ? 'Código enviado ao telefone atual' : 'Código recebido por SMS'}
        hint={present ? `Falta o código enviado a +${account.phone}: a troca vale com os dois.` : `Enviado a ${phone}.`}
        button="Confirmar"
        missing={twoFactor.codeMissing}
        onCode={onCode}
      />
    );
  }
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
