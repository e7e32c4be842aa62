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
 * A link carries a session that this browser did not ask for, or of another account than the one signed in here. It may come
 * from an attacker who wants the person to work in the attacker's account: the person decides.
 */
export function SwitchAccount({ accessToken, refreshToken, type, present }: OtherSession) {
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const { email } = claimsOf(accessToken);
  const there = email ? `na conta ${email}` : 'em uma conta sem e-mail';
  const words = present ? switching(present.email, there) : entering(email, there);

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
    <AccountLayout title={words.title} description="Sua conta neste site." lede={words.lede}>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={present ? paths.members : paths.home}>{words.stay}</ButtonLink>
        <Button variant="line" busy={busy} busyLabel="Um instante..." onClick={change}>
          {words.enter}
        </Button>
      </div>
    </AccountLayout>
  );
}

function switching(present: string | undefined, there: string) {
  const here = present ? `na conta ${present}` : 'em outra conta';
  return {
    title: 'Trocar de conta?',
    lede: `Neste navegador você está ${here}. O link que você abriu entra ${there}. Se não foi você que pediu este link, continue onde está.`,
    stay: 'Continuar na conta atual',
    enter: 'Entrar na outra conta',
  };
}

function entering(email: string | undefined, there: string) {
  return {
    title: email ? `Entrar como ${email}?` : 'Entrar nesta conta?',
    lede: `O link que você abriu entra ${there}, e este navegador não o pediu. Se não foi você que pediu este link em outro aparelho, não entre.`,
    stay: 'Não entrar',
    enter: 'Entrar',
  };
}
