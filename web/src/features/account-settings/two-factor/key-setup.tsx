import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { authProblem } from '@/lib/auth-refusal';
import { Field } from '@/ui/field';
import { Input } from '@/ui/input';
import { toast } from '@/ui/toast';
import { accountQuery, usePerson } from '../account';
import { isClosed } from '../device-keys';
import { FormButtons } from '../email-setting';
import { renewing, tell, useProve } from '../prove';
import { focusWhenShown } from '../setting';
import { done, failed, twoFactor } from '../text';
import { addKey, factorsQuery } from './factors';

/** A security key: its name here, then the browser asks for it. */
export function KeySetup({ onClose }: { onClose: () => void }) {
  const { id } = usePerson();
  const prove = useProve();
  const queryClient = useQueryClient();
  const [name, setName] = useState('Chave de segurança');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    if (!wanted) return setProblem('Dê um nome à chave.');
    setProblem(undefined);
    setBusy(true);
    try {
      await prove(renewing(() => addKey(wanted)));
      toast(done(twoFactor.configured));
      onClose();
      await Promise.all([
        queryClient.invalidateQueries(factorsQuery(id)),
        queryClient.invalidateQueries(accountQuery(id)),
      ]);
    } catch (error) {
      if (authProblem(error).code === 'mfa_factor_name_conflict') {
        setProblem('Outra verificação já tem este nome.');
      } else if (isClosed(error)) {
        toast(failed('A chave não foi registrada', 'O pedido foi fechado antes de a chave responder.'));
      } else tell('A chave não foi registrada', error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
      <Field label="Nome da chave" hint="Para você a reconhecer. Em seguida, o navegador pede a chave." error={problem}>
        {(control) => (
          <Input
            {...control}
            ref={focusWhenShown}
            name="name"
            autoComplete="off"
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <FormButtons label="Registrar chave" busyLabel="Aguardando a chave..." busy={busy} onClose={onClose} />
    </form>
  );
}
