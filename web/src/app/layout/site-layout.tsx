import { MessageCircle, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { chatUrl, useSite } from '@/entities/site';
import { ANNOUNCER_ID } from '@/lib/page-announcer';
import { keepText, readText } from '@/lib/start/kept-text';
import { Link } from '@/ui/link';
import { Footer } from './footer';
import { TopBar } from './top-bar';

export function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <a href="#conteudo" className="skip-link">
        Ir para o conteúdo
      </a>
      <TopBar />
      <main id="conteudo" tabIndex={-1} className="min-h-[60vh] focus:outline-none">
        {children}
      </main>
      <Footer />
      <ChatButton />
      <p id={ANNOUNCER_ID} aria-live="polite" className="sr-only" />
    </>
  );
}

const DISMISSED = 'chat-dismissed';

/**
 * Floats over every public page until it is dismissed, for good. On phones it gives way while something is typed, and to a
 * login form.
 */
export function ChatButton() {
  const site = useSite();
  const [dismissed, setDismissed] = useState(false);
  useEffect(() => setDismissed(readText(DISMISSED) !== ''), []);
  if (dismissed) return null;
  return (
    <aside
      aria-label="Conversa"
      className="fixed right-4 bottom-4 z-30 flex rounded-lg max-md:[body:has(:is(input,select,textarea):focus,[autocomplete=current-password])_&]:hidden border border-foreground bg-popover text-foreground shadow-pop md:right-5 md:bottom-5"
    >
      <Link
        href={chatUrl(site, 'contact')}
        newTab
        className="flex min-h-12 min-w-12 items-center justify-center gap-2.5 font-label type-ui md:pl-4 md:noscript:pr-4"
      >
        <MessageCircle aria-hidden="true" className="size-4.5 text-north" strokeWidth={1.6} />
        <span className="max-md:sr-only">Conversar</span>
      </Link>
      <button
        type="button"
        aria-label="Dispensar botão de conversa"
        onClick={() => {
          setDismissed(true);
          keepText(DISMISSED, 'sim');
        }}
        className="grid w-11 place-items-center text-muted-foreground hover:text-foreground noscript:hidden"
      >
        <X aria-hidden="true" className="size-4" strokeWidth={1.6} />
      </button>
    </aside>
  );
}
