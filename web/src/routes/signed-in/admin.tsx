import '@/styles/signed-in.css';
import { SessionProvider } from '@/entities/session';
import { AdminGate } from '@/features/accounts/admin/admin-gate';
import { Mfa } from '@/features/accounts/mfa/mfa';
import { OwnSecondFactor } from '@/features/accounts/settings/own-second-factor';
import { SignOutButton } from '@/features/accounts/sign-out-button';
import { Security } from '@/features/admin/operations/security/security';
import { Home } from '@/features/admin/panel/home/home';
import { Panel } from '@/features/admin/panel/panel';
import { Categories } from '@/features/admin/publishing/categories/categories';
import { ContentsList } from '@/features/admin/publishing/contents/contents-list';
import { Overview } from '@/features/admin/publishing/contents/overview';

const shortcuts = [
  { label: 'Gerenciar Categorias', section: 'categorias' },
  { label: 'Configurações de Segurança', section: 'seguranca' },
];

const contents = {
  'visao-geral': (
    <Overview contentsSection="conteudos" shortcuts={shortcuts}>
      <Home />
    </Overview>
  ),
  conteudos: <ContentsList />,
  categorias: <Categories />,
  seguranca: (
    <Security
      section="seguranca"
      secondFactor={<OwnSecondFactor secondStep={(userId, onProved) => <Mfa userId={userId} onProved={onProved} />} />}
    />
  ),
};

export default function AdminRoute() {
  return (
    <SessionProvider>
      <AdminGate>
        <Panel contents={contents} account={<SignOutButton compact />} />
      </AdminGate>
    </SessionProvider>
  );
}
