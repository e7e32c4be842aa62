import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { authSettingsQuery } from '@/lib/auth-settings';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast';
import { accountQuery, changePhone, confirmPhone, useAccount } from './account';
import { CodeEntry } from './code-entry';
import { PhoneNumberForm } from './phone-number-form';
import { useProve } from './prove';
import { Setting } from './setting';
import { done, twoFactor } from './text';

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
  const [wanted, setWanted] = useState<string>();
  /** Whose code is asked for: the new number's and then, where there is one already, the present one's. */
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
    <CodeEntry
      key={asked}
      label={present ? 'Código enviado ao telefone atual' : 'Código recebido por SMS'}
      hint={present ? `Falta o código enviado a +${account.phone}: a troca vale com os dois.` : `Enviado a ${wanted}.`}
      button="Confirmar"
      missing={twoFactor.codeMissing}
      onCode={onCode}
    />
  );
}
