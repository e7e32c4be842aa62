import { useLayoutEffect } from 'react';
import { paths } from '@/app/pages';
import { isBought, useAccess } from '@/entities/access';
import { SessionProvider, useSession } from '@/entities/session';
import { ButtonLink } from '@/ui/link';
import { presentNext } from '../destination';
import { SignOutButton } from '../sign-out-button';

export interface SignedInCardProps {
  destination: () => string;
  /** Called before the browser paints: whether this takes the place of the login form. */
  onKnown: (isSignedIn: boolean) => void;
}

export default function SignedInCard(props: SignedInCardProps) {
  return (
    <SessionProvider>
      <Card {...props} />
    </SessionProvider>
  );
}

function Card({ destination, onKnown }: SignedInCardProps) {
  const { loading, user, hasAccess, subscription } = useAccess();
  const { halfWay } = useSession();
  const isSignedIn = halfWay !== null || (!loading && user !== null);
  useLayoutEffect(() => onKnown(isSignedIn), [isSignedIn, onKnown]);
  if (halfWay) return <HalfWay />;
  if (loading || !user) return null;
  return (
    <>
      <h2 className="type-title-1">Você já entrou</h2>
      <p className="mt-2 text-base text-foreground-2">
        Você entrou como <strong className="font-label wrap-anywhere text-foreground">{user.email}</strong>.{' '}
        {hasAccess ? 'O seu acesso está liberado.' : 'Esta conta ainda não tem assinatura.'}
      </p>
      <div className="mt-6 flex flex-wrap gap-3 max-sm:*:w-full">
        {hasAccess ? (
          <ButtonLink href={destination()}>Ir para a área de membros</ButtonLink>
        ) : (
          <ButtonLink href={paths.membersPlans}>Escolher um plano</ButtonLink>
        )}
        {/* A buyer without access wants to know why: a boleto to be paid, a card that was refused. */}
        {!hasAccess && subscription && isBought(subscription) && (
          <ButtonLink href={paths.membersSubscription} variant="line">
            Ver assinatura
          </ButtonLink>
        )}
        <ButtonLink href={paths.membersSettings} variant="line">
          Configurações
        </ButtonLink>
        <SignOutButton />
      </div>
    </>
  );
}

function HalfWay() {
  return (
    <>
      <h2 className="type-title-1">Falta a segunda etapa</h2>
      <p className="mt-2 text-base text-foreground-2">A senha foi aceita. Confirme que é você para entrar.</p>
      <div className="mt-6 flex flex-wrap gap-3 max-sm:*:w-full">
        <ButtonLink href={paths.accountContinue(presentNext())}>Continuar</ButtonLink>
        <SignOutButton />
      </div>
    </>
  );
}
