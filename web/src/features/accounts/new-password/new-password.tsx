import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { paths } from '@/app/pages';
import { authSettingsQuery } from '@/entities/auth-settings';
import { useLocation } from '@/lib/router';
import { useThemedDocument } from '@/lib/theme';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { useCleanAddress } from '../clean-address';
import { SpentLink } from '../email-link/link-ends';
import { AccountLayout } from '../layout/layout';
import { Mfa } from '../mfa/mfa';
import { NewPasswordInput } from './new-password-input';
import { type Permit, readPermit } from './new-password-permit';
import { type Draft, lengthHint, MIN_PASSWORD_LENGTH, type Problems } from './new-password-rules';
import { useNewPassword } from './new-password-state';

function words(kind: string | undefined, permit: Permit | undefined) {
  if (kind === 'invite') {
    return {
      title: 'Aceite o convite',
      lede: 'Há uma conta pronta para você. Escolha a senha com que você vai entrar.',
    };
  }
  if (permit && 'userId' in permit && permit.why === 'signup') {
    return {
      title: 'Escolha a sua senha',
      lede: 'Seu e-mail está confirmado. Como houve mais de um cadastro com este endereço, nenhuma das senhas informadas vale: escolha agora a que você vai usar.',
    };
  }
  return { title: 'Nova senha', lede: 'Escolha a senha com que você vai entrar daqui em diante.' };
}

export function NewPassword() {
  useThemedDocument();
  const { search, state } = useLocation();
  const [spent, setSpent] = useState(false);
  const permit = readPermit(search, state);
  const kind = new URLSearchParams(search).get('type') ?? (permit && 'kind' in permit ? permit.kind : undefined);
  const invited = kind === 'invite';

  useCleanAddress(paths.newPassword, readPermit);

  const { title, lede } = words(kind, permit);

  if (spent || !permit) return <SpentLink kind={invited ? 'invite' : 'recovery'} />;
  return (
    <AccountLayout description="Sua conta neste site." title={title} lede={lede}>
      <NewPasswordForm permit={permit} onSpent={() => setSpent(true)} />
    </AccountLayout>
  );
}

export interface NewPasswordFormProps {
  permit: Permit;
  onSpent: () => void;
}

export function NewPasswordForm({ permit, onSpent }: NewPasswordFormProps) {
  const shortest = useQuery(authSettingsQuery).data?.password_min_length ?? MIN_PASSWORD_LENGTH;
  const { draft, problems, busy, owing, change, onSubmit, onProved } = useNewPassword(permit, shortest, onSpent);
  const [shown, setShown] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useFirstProblem(form, problems);

  if (owing) {
    return (
      <>
        <p className="mb-6 type-ui">Antes de trocar a senha, confirme a segunda etapa da sua conta.</p>
        <Mfa userId={owing} onProved={onProved} />
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

/** Focuses the field to correct, whenever there is a new problem. */
function useFirstProblem(form: RefObject<HTMLFormElement | null>, problems: Problems): void {
  const first = Object.entries(problems).find(([, problem]) => problem)?.[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: every complaint is a new object, also about the same field
  useEffect(() => {
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }, [problems]);
}
