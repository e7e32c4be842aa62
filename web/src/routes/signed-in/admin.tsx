import '@/styles/signed-in.css';
import { SessionProvider } from '@/entities/session';
import { AdminGate } from '@/features/accounts/admin/admin-gate';
import { SignOutButton } from '@/features/accounts/sign-out-button';
import { Security } from '@/features/admin/operations/security/security';
import { Panel } from '@/features/admin/panel/panel';
import { Categories } from '@/features/admin/publishing/categories/categories';
import { ContentsList } from '@/features/admin/publishing/contents/contents-list';
import { Overview } from '@/features/admin/publishing/contents/overview';

const shortcuts = [
  { label: 'Gerenciar Categorias', section: 'categorias' },
  { label: 'Configurações de Segurança', section: 'seguranca' },
];

const contents = {
  'visao-geral': <Overview contentsSection="conteudos" shortcuts={shortcuts} />,
  conteudos: <ContentsList />,
  categorias: <Categories />,
  seguranca: <Security section="seguranca" />,
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
