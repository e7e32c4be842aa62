import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { authProblem, authRefusal } from '@/entities/auth-refusal';
import { authSettingsQuery } from '@/entities/auth-settings';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { Input } from '@/ui/input';
import { toast } from '@/ui/toast';
import { changePassword } from './account';
import { FormButtons } from './email-setting';
import { tell, useProve } from './prove';
import { done, focusWhenShown, Setting } from './setting';

/** The default of the server, until the server has said how long. */
const SHORTEST = 8;

const ABOUT_PASSWORD = new Set(['weak_password', 'same_password', 'validation_failed']);

export function PasswordSetting() {
  const [open, setOpen] = useState(false);
  return (
    <Setting
      title="Senha"
      about="Trocar a senha encerra as outras sessões da conta."
      action={
        !open && (
          <Button variant="line" size="small" onClick={() => setOpen(true)}>
            Trocar senha
          </Button>
        )
      }
    >
      {open && <PasswordForm onClose={() => setOpen(false)} />}
    </Setting>
  );
}

function PasswordForm({ onClose }: { onClose: () => void }) {
  const prove = useProve();
  const shortest = useQuery(authSettingsQuery).data?.password_min_length ?? SHORTEST;
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if ([...password].length < shortest) return setProblem(`Use pelo menos ${shortest} caracteres.`);
    setProblem(undefined);
    setBusy(true);
    try {
      await prove((nonce) => changePassword({ password, nonce }));
      toast(done('Senha trocada', 'As outras sessões foram encerradas.'));
      onClose();
    } catch (error) {
      if (ABOUT_PASSWORD.has(authProblem(error).code)) setProblem(authRefusal(error));
      else tell('A senha não foi trocada', error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
      <Field label="Nova senha" hint={`Pelo menos ${shortest} caracteres.`} error={problem}>
        {(control) => (
          <Input
            {...control}
            ref={focusWhenShown}
            type={shown ? 'text' : 'password'}
            name="password"
            autoComplete="new-password"
            autoCapitalize="none"
            spellCheck={false}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Button
        variant="ghost"
        size="small"
        aria-pressed={shown}
        className="-ml-4 justify-self-start"
        onClick={() => setShown(!shown)}
      >
        Mostrar senha
      </Button>
      <FormButtons label="Salvar senha" busyLabel="Salvando..." busy={busy} onClose={onClose} />
    </form>
  );
}
