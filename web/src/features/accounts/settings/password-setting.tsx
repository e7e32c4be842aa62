import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AuthProblem, authProblem, authRefusal } from '@/entities/auth-refusal';
import { authSettingsQuery } from '@/entities/auth-settings';
import { Field } from '@/ui/field';
import { NewPasswordInput } from '../new-password/new-password-input';
import { changePassword } from './account';
import { useProvedAction } from './prove';
import { done, focusWhenShown, OpenedSetting, SettingForm } from './setting';

/** The default of the server until its setting is known. */
const MIN_PASSWORD_LENGTH = 8;

const ABOUT_PASSWORD = new Set<AuthProblem['code']>(['weak_password', 'same_password', 'validation_failed']);

export function PasswordSetting() {
  return (
    <OpenedSetting
      title="Senha"
      about="Trocar a senha encerra as outras sessões da conta. Se você entrou há mais tempo, é preciso confirmar antes que é você."
      label="Trocar senha"
      Form={PasswordForm}
    />
  );
}

function PasswordForm({ onClose }: { onClose: () => void }) {
  const shortest = useQuery(authSettingsQuery).data?.password_min_length ?? MIN_PASSWORD_LENGTH;
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
  const [problem, setProblem] = useState<string>();
  const change = useProvedAction({
    run: (nonce) => changePassword({ password, nonce }),
    done: done('Senha trocada', 'As outras sessões foram encerradas.'),
    failure: 'A senha não foi trocada',
    onDone: onClose,
    onFailed: (error) => {
      const isAboutPassword = ABOUT_PASSWORD.has(authProblem(error).code);
      if (isAboutPassword) setProblem(authRefusal(error));
      return isAboutPassword;
    },
  });
  const submit = () => {
    if ([...password].length < shortest) return setProblem(`Use pelo menos ${shortest} caracteres.`);
    setProblem(undefined);
    change.mutate();
  };
  return (
    <SettingForm
      onSubmit={submit}
      label="Salvar senha"
      busyLabel="Salvando..."
      busy={change.isPending}
      onClose={onClose}
    >
      <Field label="Nova senha" hint={`Pelo menos ${shortest} caracteres.`} error={problem}>
        {(control) => (
          <NewPasswordInput
            {...control}
            ref={focusWhenShown}
            shown={shown}
            onToggle={() => setShown(!shown)}
            name="password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
    </SettingForm>
  );
}
