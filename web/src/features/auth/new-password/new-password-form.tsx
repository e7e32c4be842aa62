import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { authSettingsQuery } from '@/lib/auth-settings';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { SecondStep } from '../second-step/second-step';
import { NewPasswordInput } from './new-password-input';
import type { Permit } from './new-password-permit';
import { type Draft, lengthHint, type Problems, SHORTEST } from './new-password-rules';
import { useNewPassword } from './new-password-state';

export interface NewPasswordFormProps {
  permit: Permit;
  /** The permit turned out to be of no use. */
  onSpent: () => void;
}

/** The password, twice. One switch shows or hides both. */
export function NewPasswordForm({ permit, onSpent }: NewPasswordFormProps) {
  const shortest = useQuery(authSettingsQuery).data?.password_min_length ?? SHORTEST;
  const { draft, problems, busy, owing, change, onSubmit, onProved } = useNewPassword(permit, shortest, onSpent);
  const [shown, setShown] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useFirstProblem(form, problems);

  if (owing) {
    return (
      <>
        <p className="mb-6 type-ui">Antes de trocar a senha, confirme a segunda etapa da sua conta.</p>
        <SecondStep userId={owing} onProved={onProved} />
      </>
    );
  }
  const bind = (field: keyof Draft) => ({
    name: field,
    value: draft[field],
    shown,
    onChange: (event: { target: { value: string } }) => change(field, event.target.value),
  });
  return (
    <form ref={form} method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
      <Field label="Nova senha" hint={lengthHint(draft.password, shortest)} error={problems.password}>
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

/** Puts the cursor into the field that has to be corrected, whenever there is a new complaint. */
function useFirstProblem(form: RefObject<HTMLFormElement | null>, problems: Problems): void {
  const first = Object.entries(problems).find(([, problem]) => problem)?.[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: every complaint is a new object, also about the same field
  useEffect(() => {
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }, [problems]);
}
