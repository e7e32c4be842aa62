import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Head } from '@/entities/head';
import { SetPanelTitle } from '@/entities/panel-title';
import { useSession } from '@/entities/session';
import { singleKey } from '@/lib/single-keys';
import { latePart } from '@/ui/start/late-part';
import { PanelHeader } from './header';

export interface FrameProps {
  title: string;
  /** The page marked in the navigation. */
  current: string;
  account: ReactNode;
  children: ReactNode;
}

type Overlay = 'search' | 'help';

interface OverlayProps {
  userId: string;
  onClose: () => void;
  onHelp: () => void;
}

/** Loaded when one is opened first: nobody waits for them on arrival. */
const OVERLAYS: Readonly<Record<Overlay, ComponentType<OverlayProps>>> = {
  search: latePart(() => import('./palette/palette')),
  help: latePart(() => import('./help')),
};

/** Parts that all pages of the panel share: title, header, search, shortcuts. */
export function Frame({ title, current, account, children }: FrameProps) {
  const { user } = useSession();
  const [open, setOpen] = useState<Overlay>();
  const [shown, setShown] = useState<string>();
  const Overlay = open && OVERLAYS[open];
  useKeys(setOpen);
  return (
    <div className="[--panel-margin:clamp(1.25rem,3vw,3rem)]">
      <Head title={`${shown ?? title} · Painel Administrativo`} description="Administração do site." />
      <a href="#conteudo" className="skip-link">
        Ir para o conteúdo
      </a>
      <PanelHeader
        current={current}
        account={account}
        onSearch={() => setOpen('search')}
        onHelp={() => setOpen('help')}
      />
      <SetPanelTitle value={setShown}>{children}</SetPanelTitle>
      {user && Overlay && (
        <Suspense>
          <Overlay userId={user.id} onClose={() => setOpen(undefined)} onHelp={() => setOpen('help')} />
        </Suspense>
      )}
    </div>
  );
}

/** Ctrl+K opens the search, `?` the help. What another part of the page has handled is left alone. */
function useKeys(open: (overlay: Overlay) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isSearch = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k';
      if (isSearch && !event.defaultPrevented && !document.querySelector('[role=dialog],[role=alertdialog]')) {
        event.preventDefault();
        open('search');
      } else if (singleKey(event) === '?') {
        open('help');
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);
}

/** The rail beside the page; above it on narrow screens. */
export function Columns({ rail, children }: { rail: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-400 px-(--panel-margin) xl:grid xl:grid-cols-[12.5rem_minmax(0,1fr)] xl:gap-x-[clamp(2rem,3vw,3.5rem)]">
      <aside
        aria-label="Menu do painel"
        className="print:hidden xl:sticky xl:top-16 xl:-ml-3 xl:max-h-[calc(100dvh-4rem-1px)] xl:self-start xl:overflow-y-auto xl:py-4 xl:pl-3"
      >
        {rail}
      </aside>
      <main id="conteudo" tabIndex={-1} className="min-w-0 pb-20 focus:outline-none">
        {children}
      </main>
    </div>
  );
}
