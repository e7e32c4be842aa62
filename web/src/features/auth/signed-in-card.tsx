import type { ReactNode } from 'react';
import { paths } from '@/app/paths';
import { useAccess } from '@/lib/access';
import { SessionProvider } from '@/lib/session';
import { ButtonLink } from '@/ui/link';
import { SignOutButton } from './sign-out-button';

export interface SignedInCardProps {
  /** For who turns out not to be signed in any more. */
  login: ReactNode;
  /** Where members go on to. */
  destination: () => string;
}

/** In place of the login form: who is signed in, the way on, and the way out. */
export default function SignedInCard(props: SignedInCardProps) {
  return (
    <SessionProvider>
      <Card {...props} />
    </SessionProvider>
  );
}

function Card({ login, destination }: SignedInCardProps) {
  const { loading, user, hasAccess } = useAccess();
  if (loading || !user) return login;
  return (
    <>
      <h2 className="type-title-1">Você já entrou</h2>
      <p className="mt-2 text-base text-foreground-2">
        Conta <strong className="font-label wrap-anywhere text-foreground">{user.email}</strong>.{' '}
        {hasAccess ? 'O seu acesso está liberado.' : 'Ela ainda não tem assinatura ativa.'}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        {hasAccess ? (
          <ButtonLink href={destination()}>Ir para a área de membros</ButtonLink>
        ) : (
          <ButtonLink href={paths.membersPlans}>Escolher um plano</ButtonLink>
        )}
        <SignOutButton />
      </div>
    </>
  );
}
