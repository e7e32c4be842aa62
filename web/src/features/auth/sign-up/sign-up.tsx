import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths } from '@/app/pages';
import { authSettingsQuery } from '@/lib/auth-settings';
import { contentQuery } from '@/lib/content';
import { useThemedDocument } from '@/lib/theme';
import { ErrorNotice } from '@/ui/error-notice';
import { ButtonLink } from '@/ui/link';
import { Loading, Skeleton } from '@/ui/skeleton';
import { presentNext } from '../destination';
import { Door } from '../door/door';
import { DoorLinks } from '../door/door-links';
import { SignUpForm } from './sign-up-form';

/** A visitor makes an account, as far as the house takes new ones. */
export function SignUp() {
  useThemedDocument();
  const settings = useQuery(authSettingsQuery);
  const terms = useQuery(contentQuery('terms'));
  const privacy = useQuery(contentQuery('privacy'));
  const waiting = [settings, terms, privacy].filter((query) => !query.data);
  if (settings.data?.disable_signup) return <Closed />;
  if (settings.data && terms.data && privacy.data) {
    return (
      <SignUpDoor>
        <SignUpForm
          shortest={settings.data.password_min_length}
          terms={terms.data.updated}
          privacy={privacy.data.updated}
        />
      </SignUpDoor>
    );
  }
  return (
    <SignUpDoor>
      {waiting.some((query) => query.isError) ? (
        <ErrorNotice
          title="O cadastro não abriu."
          description="A conexão falhou ou o servidor não respondeu."
          onRetry={() => {
            for (const query of waiting) void query.refetch();
          }}
        />
      ) : (
        <Loading label="Abrindo o cadastro">
          <Skeleton className="h-12 w-full" />
          <Skeleton className="mt-10 h-12 w-full" />
          <Skeleton className="mt-10 h-12 w-full" />
        </Loading>
      )}
    </SignUpDoor>
  );
}

function SignUpDoor({ children }: { children: ReactNode }) {
  return (
    <Door
      title="Criar conta"
      description="Sua conta neste site."
      lede="A conta é gratuita. Com ela você assina um plano e entra na área de membros."
    >
      {children}
      <DoorLinks links={[{ label: 'Já tenho conta', href: paths.membersWelcomeWith({ next: presentNext() }) }]} />
    </Door>
  );
}

function Closed() {
  return (
    <Door
      title="Novas contas estão fechadas"
      description="Sua conta neste site."
      lede="No momento o site não recebe novos cadastros. Quem já tem conta entra como sempre."
    >
      <ButtonLink href={paths.membersWelcomeWith({ next: presentNext() })} className="w-full">
        Entrar
      </ButtonLink>
    </Door>
  );
}
