import type { ReactNode } from 'react';
import { paths } from '@/app/pages';
import { Head } from '@/entities/head';
import { signedInPaths } from '@/entities/signed-in-paths';
import { useNavigate, useSearchParams } from '@/lib/router';
import { Tabs } from '@/ui/tabs';
import { PanelHeader, PanelPages } from './panel-page';

export interface PanelSection {
  value: string;
  label: string;
  content: ReactNode;
}

export interface PanelProps {
  sections: readonly [PanelSection, ...PanelSection[]];
  account: ReactNode;
}

/** The administrator's page. The address holds the open section, so that it can be linked and reloaded. */
export function Panel({ sections, account }: PanelProps) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const asked = params.get('aba');
  const open = sections.find((section) => section.value === asked) ?? sections[0];
  return (
    <>
      <Head title={`${open.label} · Painel Administrativo`} description="Administração do site." />
      <a href="#conteudo" className="skip-link">
        Ir para o conteúdo
      </a>
      <PanelHeader account={account} />
      <main
        id="conteudo"
        tabIndex={-1}
        className="mx-auto max-w-360 px-[clamp(1.25rem,3vw,3rem)] pt-2 pb-20 focus:outline-none"
      >
        <Tabs
          label="Seções do painel"
          tabs={sections}
          value={open.value}
          below={<PanelPages current={paths.admin} />}
          onValueChange={(section) => navigate(signedInPaths.adminPanel({ section }))}
          className="type-ui max-lg:-mx-[clamp(1.25rem,3vw,3rem)] max-lg:px-[clamp(1.25rem,3vw,3rem)]"
        />
      </main>
    </>
  );
}
