import '@/styles/signed-in.css';
import type { ReactNode } from 'react';
import { SessionProvider } from '@/entities/session';
import { AdminGate } from '@/features/accounts/admin/admin-gate';
import { SignOutButton } from '@/features/accounts/sign-out-button';
import { PanelPage } from '@/features/admin/panel/panel-page';

/** A page of the panel, for administrators. `path`: the page marked in its navigation. */
export function AdminFrame({ title, path, children }: { title: string; path: string; children: ReactNode }) {
  return (
    <SessionProvider>
      <AdminGate>
        <PanelPage title={title} path={path} account={<SignOutButton compact />}>
          {children}
        </PanelPage>
      </AdminGate>
    </SessionProvider>
  );
}
