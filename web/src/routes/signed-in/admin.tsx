import '@/styles/signed-in.css';
import type { ReactNode } from 'react';
import { usePanelAccess } from '@/entities/panel-access';
import { SessionProvider } from '@/entities/session';
import { AdminGate } from '@/features/accounts/admin/admin-gate';
import { Mfa } from '@/features/accounts/mfa/mfa';
import { OwnSecondFactor } from '@/features/accounts/settings/own-second-factor';
import { SignOutButton } from '@/features/accounts/sign-out-button';
import { QuarantineNotice } from '@/features/admin/copies/quarantine-notice';
import { MoneyStrip } from '@/features/admin/membership/money-strip';
import { Security } from '@/features/admin/operations/security/security';
import { Home } from '@/features/admin/panel/home/home';
import { Panel } from '@/features/admin/panel/panel';
import { Categories } from '@/features/admin/publishing/categories/categories';
import { ContentsList } from '@/features/admin/publishing/contents/contents-list';
import { Overview } from '@/features/admin/publishing/contents/overview';
import { ReviewLists } from '@/features/admin/publishing/contents/review/review-lists';
import { useSearchParams } from '@/lib/router';

/** The tabs that editors have, too. */
const EDITORS_TABS: readonly (string | null)[] = [null, 'visao-geral', 'conteudos'];

const shortcuts = [
  { label: 'Gerenciar Categorias', section: 'categorias' },
  { label: 'Configurações de Segurança', section: 'seguranca' },
];

const noticed = (content: ReactNode) => (
  <>
    <QuarantineNotice />
    {content}
  </>
);

const contents = {
  'visao-geral': noticed(<FirstPage />),
  conteudos: noticed(<ContentsList />),
  categorias: noticed(<Categories />),
  seguranca: noticed(
    <Security
      section="seguranca"
      secondFactor={<OwnSecondFactor secondStep={(userId, onProved) => <Mfa userId={userId} onProved={onProved} />} />}
    />,
  ),
};

function FirstPage() {
  const { isAdmin } = usePanelAccess();
  return (
    <Overview contentsSection="conteudos" shortcuts={isAdmin ? shortcuts : []} lead={isAdmin && <MoneyStrip />}>
      {isAdmin ? <Home /> : <ReviewLists />}
    </Overview>
  );
}

export default function AdminRoute() {
  const [params] = useSearchParams();
  return (
    <SessionProvider>
      <AdminGate forEditors={EDITORS_TABS.includes(params.get('aba'))}>
        <Panel contents={contents} account={<SignOutButton compact inHeader />} />
      </AdminGate>
    </SessionProvider>
  );
}
