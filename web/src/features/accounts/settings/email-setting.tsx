import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { authRefusal } from '@/entities/auth-refusal';
import { EMAIL_ADVICE, isEmail } from '@/lib/email';
import { InputField } from '@/ui/input-field';
import { toast } from '@/ui/toast';
import { accountQuery, changeEmail, useAccount } from './account';
import { done, focusWhenShown, OpenedSetting, SettingForm } from './setting';

export function EmailSetting() {
  const account = useAccount();
  return (
    <OpenedSetting
      title="E-mail"
      about={
        <>
          {account.email || 'Nenhum e-mail cadastrado.'}
          {account.new_email && (
            <span className="mt-1 block text-foreground-2">
              Troca para {account.new_email} à espera: confirme pelos links enviados aos dois endereços.
            </span>
          )}
        </>
      }
      label="Trocar e-mail"
      Form={EmailForm}
    />
  );
}

function EmailForm({ onClose }: { onClose: () => void }) {
  const account = useAccount();
  const queryClient = useQueryClient();
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const change = useMutation({
    mutationFn: changeEmail,
    onSuccess: async () => {
      await queryClient.invalidateQueries(accountQuery(account.id));
      toast(done('Confirme a troca', 'Enviei um link ao endereço atual e outro ao novo. A troca vale com os dois.'));
      onClose();
    },
    onError: (error) => setProblem(authRefusal(error)),
  });
  const submit = () => {
    const wanted = email.trim();
    if (!isEmail(wanted)) return setProblem(EMAIL_ADVICE);
    if (wanted.toLowerCase() === account.email) return setProblem('Este já é o e-mail da conta.');
    setProblem(undefined);
    change.mutate(wanted);
  };
  return (
    <SettingForm
      onSubmit={submit}
      label="Enviar links"
      busyLabel="Enviando..."
      busy={change.isPending}
      onClose={onClose}
    >
      <InputField
        label="Novo e-mail"
        error={problem}
        hint="Os dois endereços recebem um link para confirmar."
        type="email"
        name="email"
        autoComplete="email"
        ref={focusWhenShown}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
    </SettingForm>
  );
}
