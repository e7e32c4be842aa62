import { useLayoutEffect } from 'react';
import { paths } from '@/app/pages';
import { type Access, isBought, useAccess } from '@/entities/access';
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
  const access = useAccess();
  const { loading, user, hasAccess, isStaff, isEditor, subscription } = access;
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
        {accessText(access)}
      </p>
      <div className="mt-6 flex flex-wrap gap-3 max-sm:*:w-full">
        {hasAccess && <ButtonLink href={destination()}>Ir para a área de membros</ButtonLink>}
        {isStaff && (
          <ButtonLink href={paths.membersModeration} variant={hasAccess ? 'line' : 'primary'}>
            Abrir moderação
          </ButtonLink>
        )}
        {isStaff && !hasAccess && (
          <ButtonLink href={paths.membersCommunity} variant="line">
            Ir para a comunidade
          </ButtonLink>
        )}
        {isEditor && (
          <ButtonLink href={paths.admin} variant={hasAccess || isStaff ? 'line' : 'primary'}>
            Abrir o painel
          </ButtonLink>
        )}
        {!hasAccess && !isStaff && !isEditor && <ButtonLink href={paths.membersPlans}>Escolher um plano</ButtonLink>}
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

function accessText({ hasAccess, isStaff, isEditor }: Access): string {
  if (hasAccess) return 'O seu acesso está liberado.';
  if (isStaff) return 'Você modera a comunidade.';
  return isEditor ? 'Você edita os conteúdos do site.' : 'Esta conta ainda não tem assinatura.';
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
