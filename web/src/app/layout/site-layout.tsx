import type { ReactNode } from 'react';
import { ANNOUNCER_ID } from '@/lib/arrival';
import { ChatButton } from './chat-button';
import { Footer } from './footer';
import { TopBar } from './top-bar';

/** What stands around every public page. */
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
