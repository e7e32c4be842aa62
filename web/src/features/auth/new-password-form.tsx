import { useState } from 'react';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { NewPasswordInput } from './new-password-input';
import type { Permit } from './new-password-permit';
import { type Draft, SHORTEST } from './new-password-rules';
import { useNewPassword } from './new-password-state';

/** The password, twice. One switch shows or hides both. */
export function NewPasswordForm({ permit }: { permit: Permit }) {
  const { draft, problems, busy, change, onSubmit } = useNewPassword(permit);
  const [shown, setShown] = useState(false);
  const bind = (field: keyof Draft) => ({
    name: field,
    value: draft[field],
    shown,
    onChange: (event: { target: { value: string } }) => change(field, event.target.value),
  });
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
      <Field label="Nova senha" hint={`Pelo menos ${SHORTEST} caracteres.`} error={problems.password}>
        {(control) => <NewPasswordInput {...control} {...bind('password')} onToggle={() => setShown(!shown)} />}
      </Field>
      <Field label="Repita a senha" error={problems.repeated}>
        {(control) => <NewPasswordInput {...control} {...bind('repeated')} />}
      </Field>
      <Button type="submit" busy={busy} busyLabel="Salvando..." className="w-full">
        Salvar senha
      </Button>
    </form>
  );
}
