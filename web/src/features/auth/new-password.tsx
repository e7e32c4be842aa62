import { useEffect } from 'react';
import { paths } from '@/app/paths';
import { useLocation, useNavigate } from '@/lib/router';
import { useThemedDocument } from '@/lib/theme';
import { Door } from './door';
import { NewPasswordForm } from './new-password-form';
import { readPermit } from './new-password-permit';
import { SpentLink } from './new-password-spent-link';

/** Where a one-time link leads: the form, as long as the link may be of use. */
export function NewPassword() {
  useThemedDocument();
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const permit = readPermit(search, state);

  // The secret leaves the address bar, where it would be copied, photographed and kept.
  useEffect(() => {
    if (search) navigate(paths.newPassword, { replace: true, state: readPermit(search, state) ?? null });
  }, [search, state, navigate]);

  if (!permit) return <SpentLink />;
  return (
    <Door
      description="Sua conta neste site."
      title="Nova senha"
      lede="Escolha a senha com que você vai entrar daqui em diante."
    >
      <NewPasswordForm permit={permit} />
    </Door>
  );
}
