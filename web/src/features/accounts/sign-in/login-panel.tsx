import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { paths } from '@/app/pages';
import { useSite } from '@/entities/site';
import { hasStoredSession } from '@/entities/stored-session';
import { cx } from '@/lib/cx';
import { navigate, useLateNavigate, useLocation } from '@/lib/router';
import { ButtonLink, TextLink } from '@/ui/link';
import { latePart } from '@/ui/start/late-part';
import { toast } from '@/ui/toast';
import { afterSignIn, presentNext, wantedPage } from '../destination';
import { nextPath } from '../next-path';
import { LoginForm } from './login-form';
import { OtherWays } from './other-ways';
import { LOGIN_FORM } from './posted-login';
import { signInText } from './text';

const REDIRECT_MS = 1000;

/** Card for visitors who are signed in already. Loads the client library. */
const SignedIn = latePart(() => import('./signed-in-card'));

/** A plain post of the login returns to this anchor. */
export const LOGIN_PANEL_ID = LOGIN_FORM;

export function focusLogin(): void {
  const panel = document.getElementById(LOGIN_PANEL_ID);
  panel?.scrollIntoView({ block: 'center' });
  (panel?.querySelector<HTMLElement>('input:not([type="hidden"]), a, button') ?? panel)?.focus({ preventScroll: true });
}

/**
 * The card with the login form and a notice above it. The page is the same for everybody: the session is read afterwards.
 */
export function LoginPanel({ notice }: { notice: ReactNode }) {
  const panel = useRef<HTMLElement>(null);
  // For somebody with a session: the height of the form, which what takes its place keeps where both are in view.
  const [height, setHeight] = useState<number>();
  const [isSignedIn, setSignedIn] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const queries = useQueryClient();
  const navigateLate = useLateNavigate();
  useEffect(() => {
    if (hasStoredSession()) setHeight(panel.current?.offsetHeight);
    return () => clearTimeout(timer.current);
  }, []);

  const onSignedIn = (halfWay: boolean) => {
    if (halfWay) return navigate(paths.accountContinue(presentNext()));
    toast(signInText.success);
    const destination = afterSignIn(queries);
    timer.current = setTimeout(() => void destination.then((to) => navigateLate(to)), REDIRECT_MS);
  };
  return (
    <section
      ref={panel}
      id={LOGIN_PANEL_ID}
      tabIndex={-1}
      aria-label="Acesso de membros"
      style={{ minHeight: height }}
      className={cx(
        'border border-border bg-card p-[clamp(1.5rem,2.6vw,2.5rem)] focus:outline-none',
        height !== undefined && 'max-lg:min-h-0! lg:grid lg:content-center',
      )}
    >
      {/* It stays the same form while the session is read: somebody may be writing in it. */}
      {!isSignedIn && <Login notice={notice} onSignedIn={onSignedIn} />}
      {height !== undefined && (
        <Suspense>
          <SignedIn destination={() => wantedPage() ?? paths.members} onKnown={setSignedIn} />
        </Suspense>
      )}
    </section>
  );
}

function Login({ notice, onSignedIn }: { notice: ReactNode; onSignedIn: (halfWay: boolean) => void }) {
  const { search } = useLocation();
  const next = nextPath(search, useSite().origin);
  return (
    <>
      <h2 className="type-title-1">Entrar</h2>
      <div className="mt-2 mb-6 text-base text-foreground-2">{notice}</div>
      <div className="noscript:hidden">
        <LoginForm onSignedIn={onSignedIn} />
        <OtherWays onSignedIn={onSignedIn} next={next} />
        <OtherScreens next={next} />
      </div>
      <noscript>
        <p className="border-l-3 border-foreground pl-4 text-base">
          Para entrar é preciso JavaScript: ative-o neste navegador e abra a página de novo. O restante do site funciona
          sem ele.
        </p>
      </noscript>
    </>
  );
}

/** Links to the other account screens, which return to the same page. */
function OtherScreens({ next }: { next: string | undefined }) {
  const ways = [
    ['Esqueci minha senha', paths.accountRecover(next)],
    ['Entrar com link ou código', paths.accountEnter(next)],
  ] as const;
  return (
    <>
      <ul className="mt-5 flex flex-wrap gap-x-6 type-ui">
        {ways.map(([label, href]) => (
          <li key={label}>
            <TextLink href={href} className="inline-flex min-h-11 items-center">
              {label}
            </TextLink>
          </li>
        ))}
      </ul>
      <ButtonLink href={paths.accountCreate(next)} variant="line" className="mt-3 w-full">
        Criar conta
      </ButtonLink>
    </>
  );
}
