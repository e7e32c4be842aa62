import { type ReactNode, useEffect, useRef } from 'react';
import { paths } from '@/app/pages';
import { ButtonLink } from '@/ui/link';
import { presentNext } from '../destination';
import { AccountLayout, AccountLinks } from '../layout/layout';
import type { LinkKind } from './link';
import { RequestForm } from './request-form';

function EndLayout({ title, lede, children }: { title: string; lede: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <AccountLayout title={title} description="Sua conta neste site." lede={lede} headingRef={heading}>
      {children}
    </AccountLayout>
  );
}

const SPENT = 'Ele já foi usado, passou do prazo ou chegou incompleto.';

/** The service does not say why a link is invalid, so neither does the screen; it offers a new one. */
export function SpentLink({ kind }: { kind: LinkKind | 'recovery' | 'invite' | 'unknown' }) {
  const title = 'Este link não vale mais';
  switch (kind) {
    case 'signup':
      return (
        <EndLayout title={title} lede={`${SPENT} Informe o seu e-mail para receber outro.`}>
          <RequestForm purpose="signup" label="Reenviar confirmação" />
          <AccountLinks links={[{ label: 'Já confirmei: entrar', href: loginPath() }]} />
        </EndLayout>
      );
    case 'magiclink':
      return (
        <EndLayout title={title} lede={`${SPENT} Informe o seu e-mail para receber outro.`}>
          <RequestForm purpose="signin" label="Enviar link e código" />
          <AccountLinks links={[{ label: 'Entrar com senha', href: loginPath() }]} />
        </EndLayout>
      );
    case 'recovery':
      return (
        <EndLayout title={title} lede={`${SPENT} Informe o seu e-mail para receber outro.`}>
          <RequestForm purpose="recovery" label="Enviar novo link" />
          <AccountLinks links={[{ label: 'Ir para o início', href: paths.home }]} />
        </EndLayout>
      );
    case 'email_change':
      return (
        <EndLayout title={title} lede={`${SPENT} Se o endereço ainda não mudou, peça a troca de novo na sua conta.`}>
          <ButtonLink href={loginPath()} className="w-full">
            Entrar na conta
          </ButtonLink>
        </EndLayout>
      );
    case 'invite':
      return (
        <EndLayout title={title} lede={`${SPENT} Peça outro convite a quem enviou este.`}>
          <ButtonLink variant="line" href={paths.home} className="justify-self-start">
            Ir para o início
          </ButtonLink>
        </EndLayout>
      );
    case 'unknown':
      return (
        <EndLayout title={title} lede={`${SPENT} Escolha como continuar.`}>
          <AccountLinks
            links={[
              { label: 'Entrar com senha', href: loginPath() },
              { label: 'Entrar com link ou código', href: paths.accountEnter(presentNext()) },
              { label: 'Esqueci minha senha', href: paths.accountRecover(presentNext()) },
              { label: 'Ir para o início', href: paths.home },
            ]}
          />
        </EndLayout>
      );
  }
}

function loginPath(): string {
  return paths.membersWelcomeWith({ next: presentNext() });
}

/** The first of two addresses is confirmed. */
export function HalfWay() {
  const next = presentNext();
  return (
    <EndLayout
      title="Falta o outro endereço"
      lede="Este endereço concordou com a troca. Abra agora o link que enviei para o outro: só então a conta muda."
    >
      <div className="flex flex-wrap gap-3">
        {next && <ButtonLink href={next}>Voltar à conta</ButtonLink>}
        <ButtonLink variant="line" href={paths.home}>
          Ir para o início
        </ButtonLink>
      </div>
    </EndLayout>
  );
}
