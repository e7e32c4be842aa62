import { useState } from 'react';
import { paths } from '@/app/pages';
import { authRefusal } from '@/entities/auth-refusal';
import { claimsOf } from '@/entities/token-claims';
import { callAuth } from '@/lib/backend';
import { useNavigate } from '@/lib/router';
import { Button } from '@/ui/button';
import { ButtonLink } from '@/ui/link';
import { dismissFailures, toast } from '@/ui/toast';
import { presentNext } from '../destination';
import { AccountLayout } from '../layout/layout';
import { asksForPassword } from '../new-password/new-password-permit';
import type { OtherSession } from './link';

/**
 * A link carries a session of another account than the one signed in here. It may come from an attacker who wants the
 * person to work in the attacker's account: the person decides.
 */
export function SwitchAccount({ accessToken, refreshToken, type, present }: OtherSession) {
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const { email } = claimsOf(accessToken);
  const here = present ? `na conta ${present}` : 'em outra conta';

  const change = async () => {
    setBusy(true);
    try {
      const data = await callAuth((auth) =>
        auth.setSession({ access_token: accessToken, refresh_token: refreshToken }),
      );
      dismissFailures();
      if (asksForPassword(type) && data.user) {
        return navigate(paths.newPassword(presentNext()), { replace: true, state: { userId: data.user.id } });
      }
      navigate(paths.accountContinue(presentNext()), { replace: true });
    } catch (error) {
      setBusy(false);
      console.error('the other account could not be entered', error);
      toast({ title: 'Não foi possível entrar', description: authRefusal(error), tone: 'destructive' });
    }
  };

  return (
    <AccountLayout
      title="Trocar de conta?"
      description="Sua conta neste site."
      lede={`Neste navegador você está ${here}. O link que você abriu entra ${email ? `na conta ${email}` : 'em uma conta sem e-mail'}. Se não foi você que pediu este link, continue onde está.`}
    >
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={paths.members}>Continuar na conta atual</ButtonLink>
        <Button variant="line" busy={busy} busyLabel="Um instante..." onClick={change}>
          Entrar na outra conta
        </Button>
      </div>
    </AccountLayout>
  );
}
