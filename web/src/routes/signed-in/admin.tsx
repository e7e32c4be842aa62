import '@/styles/signed-in.css';
import { SessionProvider } from '@/entities/session';
import { AdminGate } from '@/features/accounts/admin/admin-gate';
import { SignOutButton } from '@/features/accounts/sign-out-button';
import { Security } from '@/features/admin/operations/security/security';
import { Panel, type PanelSection } from '@/features/admin/panel/panel';
import { Categories } from '@/features/admin/publishing/categories/categories';
import { ContentsList } from '@/features/admin/publishing/contents/contents-list';
import { Overview } from '@/features/admin/publishing/contents/overview';

const shortcuts = [
  { label: 'Gerenciar Categorias', section: 'categorias' },
  { label: 'Configurações de Segurança', section: 'seguranca' },
];

const sections: readonly [PanelSection, ...PanelSection[]] = [
  {
    value: 'visao-geral',
    label: 'Visão Geral',
    content: <Overview contentsSection="conteudos" shortcuts={shortcuts} />,
  },
  { value: 'conteudos', label: 'Conteúdos', content: <ContentsList /> },
  { value: 'categorias', label: 'Categorias', content: <Categories /> },
  { value: 'seguranca', label: 'Segurança', content: <Security section="seguranca" /> },
];

export default function AdminRoute() {
  return (
    <SessionProvider>
      <AdminGate>
        <Panel sections={sections} account={<SignOutButton compact />} />
      </AdminGate>
    </SessionProvider>
  );
}
