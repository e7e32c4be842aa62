import type { ReactNode } from 'react';
import { Head } from '@/lib/head';
import { PanelHeader } from './panel-header';
import { PanelPages } from './panel-pages';

export interface PanelPageProps {
  title: string;
  /** The page's own address. */
  path: string;
  /** Stands at the end of the bar. */
  account: ReactNode;
  children: ReactNode;
}

/** A page of the panel that is not one of its tabs. */
export function PanelPage({ title, path, account, children }: PanelPageProps) {
  return (
    <>
      <Head title={`${title} · Painel Administrativo`} description="Administração do site." />
      <a href="#conteudo" className="skip-link">
        Ir para o conteúdo
      </a>
      <PanelHeader account={account} />
      <div className="mx-auto max-w-360 px-[clamp(1.25rem,3vw,3rem)] pt-2 pb-20">
        <PanelPages current={path} />
        <main id="conteudo" tabIndex={-1} className="focus:outline-none">
          {children}
        </main>
      </div>
    </>
  );
}
