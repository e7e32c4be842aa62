import { useEffect, useState } from 'react';
import { paths } from '@/app/paths';
import { useLocation, useNavigate } from '@/lib/router';
import { useThemedDocument } from '@/lib/theme';
import { presentNext } from '../destination';
import { Door } from '../door/door';
import { SpentLink } from '../letters/link-ends';
import { NewPasswordForm } from './new-password-form';
import { readPermit } from './new-password-permit';

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

  if (spent || !permit) return <SpentLink kind={invited ? 'invite' : 'recovery'} />;
  return (
    <Door
      description="Sua conta neste site."
      title={invited ? 'Aceite o convite' : 'Nova senha'}
      lede={
        invited
          ? 'Há uma conta pronta para você. Escolha a senha com que você vai entrar.'
          : 'Escolha a senha com que você vai entrar daqui em diante.'
      }
    >
      <NewPasswordForm permit={permit} onSpent={() => setSpent(true)} />
    </Door>
  );
}
