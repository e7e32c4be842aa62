import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '@/app/pages';
import { rolesQuery } from '@/entities/access';
import { authSettingsQuery } from '@/entities/auth-settings';
import { Head } from '@/entities/head';
import { useSession } from '@/entities/session';
import { Navigate, useLocation } from '@/lib/router';
import { useThemedDocument } from '@/lib/theme';
import { Dialog } from '@/ui/dialog';
import { ButtonLink } from '@/ui/link';
import { LoadFailed } from '@/ui/loaded';
import { Loading, Skeleton } from '@/ui/skeleton';
import { presentNext } from '../destination';
import { AccountLayout, AccountLinks } from '../layout/layout';
import { Mfa } from '../mfa/mfa';
import { MfaPage } from '../mfa/mfa-page';
import { nextPath } from '../next-path';
import { LoginForm } from '../sign-in/login-form';
import { OtherWays } from '../sign-in/other-ways';
import { SignOutButton } from '../sign-out-button';

export interface AdminGateProps {
  /** Also for editors, not for administrators only. */
  forEditors?: boolean;
  children: ReactNode;
}

export function AdminGate({ forEditors = false, children }: AdminGateProps) {
  useThemedDocument();
  const { loading, user, halfWay, failed, ended, retry } = useSession();
  const next = nextPath(useLocation().search, location.origin);
  if (failed) return <Unavailable onRetry={retry} />;
  if (loading) return <Opening />;
  // Another page sent the visitor here to sign in: returns there, administrator or not.
  if (user && !ended && next) {
    return (
      <Navigate to={next} replace>
        <Opening />
      </Navigate>
    );
  }
  if (!user) return halfWay ? <MfaPage userId={halfWay.id} /> : <AdminLogin />;
  return (
    <>
      <ForAdmin userId={user.id} email={user.email} forEditors={forEditors}>
        {children}
      </ForAdmin>
      <SessionEnded open={ended} />
    </>
  );
}

interface ForAdminProps extends AdminGateProps {
  userId: string;
  email: string | undefined;
}

function ForAdmin({ userId, email, forEditors, children }: ForAdminProps) {
  const roles = useQuery(rolesQuery(userId));
  if (roles.data) {
    const isEditor = roles.data.includes('editor');
    if (roles.data.includes('admin') || (forEditors && isEditor)) return children;
    return <AccessDenied email={email} isEditor={isEditor} isModerator={roles.data.includes('moderator')} />;
  }
  return roles.isError ? <Unavailable onRetry={roles.refetch} signedIn /> : <Opening />;
}

function Opening() {
  return (
    <main id="conteudo" tabIndex={-1} className="wrap py-6">
      <Head title="Painel Administrativo" description="Administração do site." />
      <Loading label="Abrindo a área administrativa">
        <Skeleton className="h-10 w-64" />
        <Skeleton className="mt-10 h-12 w-full max-w-md" />
        <Skeleton className="mt-8 h-72 w-full" />
      </Loading>
    </main>
  );
}

function Unavailable({ onRetry, signedIn = false }: { onRetry: () => unknown; signedIn?: boolean }) {
  return (
    <main id="conteudo" tabIndex={-1} className="wrap grid gap-4 py-16">
      <Head title="Painel Administrativo" description="Administração do site." />
      <h1 className="sr-only">Painel Administrativo</h1>
      <LoadFailed title="Não foi possível abrir a área administrativa." query={{ refetch: onRetry }} />
      {signedIn && (
        <div>
          <SignOutButton />
        </div>
      )}
    </main>
  );
}

interface AccessDeniedProps {
  email: string | undefined;
  isEditor?: boolean;
  isModerator?: boolean;
}

export function AccessDenied({ email, isEditor = false, isModerator = false }: AccessDeniedProps) {
  const account = email ? `A conta ${email}` : 'Esta conta';
  return (
    <main id="conteudo" tabIndex={-1} className="wrap py-16">
      <Head title="Acesso negado" description="Administração do site." />
      <div className="grid max-w-2xl justify-items-start gap-3 border border-border p-6 lg:p-10">
        <Lock aria-hidden="true" className="mb-3 size-4.5" strokeWidth={1.6} />
        <h1 className="type-display-3">Acesso negado</h1>
        <p className="max-w-[44ch] text-foreground-2">
          {isEditor
            ? `${account} edita conteúdos e não abre esta página. Se precisar dela, peça a quem administra o site.`
            : `${account} não administra este site. Saia e entre com uma conta de administração.`}
        </p>
        <div className="mt-3 flex flex-wrap gap-3">
          <SignOutButton />
          {isEditor ? (
            <ButtonLink variant="ghost" size="small" href={paths.admin}>
              Ir para o painel
            </ButtonLink>
          ) : isModerator ? (
            <ButtonLink variant="ghost" size="small" href={paths.membersModeration}>
              Abrir moderação
            </ButtonLink>
          ) : (
            <ButtonLink variant="ghost" size="small" href={paths.home}>
              Ir para o início
            </ButtonLink>
          )}
        </div>
      </div>
    </main>
  );
}

export function AdminLogin() {
  const settings = useQuery(authSettingsQuery);
  const next = presentNext() ?? paths.admin;
  if (settings.isPending) return <Opening />;
  return (
    <AccountLayout title="Admin Login" description="Administração do site." lede="Acesse a área administrativa do site">
      <LoginForm />
      <OtherWays next={next} />
      <AccountLinks links={[{ label: 'Esqueci minha senha', href: paths.accountRecover(next) }]} />
    </AccountLayout>
  );
}

/** The session ended during work: the page's content stays until the next sign-in. */
export function SessionEnded({ open }: { open: boolean }) {
  const { halfWay } = useSession();
  return (
    <Dialog
      open={open}
      // Closing would leave a page whose every request is refused: only signing in and leaving are offered.
      onOpenChange={() => {}}
      title="Sua sessão terminou"
      description="Entre de novo para continuar. O que você escreveu está guardado nesta página."
      footer={<SignOutButton compact />}
    >
      {halfWay ? <Mfa userId={halfWay.id} /> : <LoginForm />}
    </Dialog>
  );
}
