import { Lock } from 'lucide-react';
import { paths } from '@/app/pages';
import { Head } from '@/lib/head';
import { ButtonLink } from '@/ui/link';
import { SignOutButton } from '../sign-out-button';

/** Signed in, but not as an administrator. */
export function AccessDenied({ email }: { email: string | undefined }) {
  return (
    <main id="conteudo" tabIndex={-1} className="wrap py-16">
      <Head title="Acesso negado" description="Administração do site." />
      <div className="grid max-w-2xl justify-items-start gap-3 border border-border p-6 lg:p-10">
        <Lock aria-hidden="true" className="mb-3 size-4.5" strokeWidth={1.6} />
        <h1 className="type-display-3">Acesso negado</h1>
        <p className="max-w-[44ch] text-foreground-2">
          {email ? `A conta ${email} não administra este site.` : 'Esta conta não administra este site.'} Saia e entre
          com uma conta de administração.
        </p>
        <div className="mt-3 flex flex-wrap gap-3">
          <SignOutButton />
          <ButtonLink variant="ghost" size="small" href={paths.home}>
            Ir para o início
          </ButtonLink>
        </div>
      </div>
    </main>
  );
}
