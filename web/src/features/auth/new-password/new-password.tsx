import { useEffect, useState } from 'react';
import { paths } from '@/app/pages';
import { useLocation, useNavigate } from '@/lib/router';
import { useThemedDocument } from '@/lib/theme';
import { presentNext } from '../destination';
import { Door } from '../door/door';
import { SpentLink } from '../letters/link-ends';
import { NewPasswordForm } from './new-password-form';
import { type Permit, readPermit } from './new-password-permit';

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

/** Where a one-time link leads: the form, as long as the link may be of use. */
export function NewPassword() {
  useThemedDocument();
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const [spent, setSpent] = useState(false);
  const permit = readPermit(search, state);
  const kind = new URLSearchParams(search).get('type') ?? (permit && 'kind' in permit ? permit.kind : undefined);
  const invited = kind === 'invite';

  // The secret leaves the address bar, where it would be copied, photographed and kept.
  useEffect(() => {
    const clean = paths.newPassword(presentNext());
    if (location.pathname + search === clean) return;
    navigate(clean, { replace: true, state: readPermit(search, state) ?? null });
  }, [search, state, navigate]);

  const { title, lede } = words(kind, permit);

  if (spent || !permit) return <SpentLink kind={invited ? 'invite' : 'recovery'} />;
  return (
    <Door description="Sua conta neste site." title={title} lede={lede}>
      <NewPasswordForm permit={permit} onSpent={() => setSpent(true)} />
    </Door>
  );
}
