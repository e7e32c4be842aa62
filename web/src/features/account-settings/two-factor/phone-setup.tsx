import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '@/ui/toast';
import { accountQuery, usePerson } from '../account';
import { CodeEntry } from '../code-entry';
import { PhoneNumberForm } from '../phone-number-form';
import { renewing, useProve } from '../prove';
import { done, setupRefusal, twoFactor } from '../text';
import { beginPhone, factorsQuery, type NewPhone, provePhone } from './factors';

/** A telephone as second step: the number, the code that was sent to it, done. */
export function PhoneSetup({ onClose }: { onClose: () => void }) {
  const { id } = usePerson();
  const prove = useProve();
  const queryClient = useQueryClient();
  const [begun, setBegun] = useState<NewPhone>();
  if (!begun) {
    const onSend = (phone: string) => prove(renewing(async () => setBegun(await beginPhone(phone))));
    return <PhoneNumberForm onSend={onSend} onClose={onClose} />;
  }
  const onCode = async (code: string) => {
    await provePhone(begun, code);
    toast(done(twoFactor.configured));
    onClose();
    await Promise.all([
      queryClient.invalidateQueries(factorsQuery(id)),
      queryClient.invalidateQueries(accountQuery(id)),
    ]);
  };
  return (
    <CodeEntry
      label="Código recebido por SMS"
      hint="Os seis dígitos da mensagem."
      button="Ativar"
      missing={twoFactor.codeMissing}
      refusal={setupRefusal}
      onCode={onCode}
    />
  );
}
