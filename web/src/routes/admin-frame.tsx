import '@/styles/signed-in.css';
import type { ReactNode } from 'react';
import { SessionProvider } from '@/entities/session';
import { AdminGate } from '@/features/accounts/admin/admin-gate';
import { SignOutButton } from '@/features/accounts/sign-out-button';
import { QuarantineNotice } from '@/features/admin/copies/quarantine-notice';
import { PanelPage } from '@/features/admin/panel/panel-page';

export interface AdminFrameProps {
  title: string;
  /** The page marked in the navigation. */
  path: string;
  /** Also for editors, not for administrators only. */
  forEditors?: boolean;
  children: ReactNode;
}

/** A page of the panel. */
export function AdminFrame({ title, path, forEditors = false, children }: AdminFrameProps) {
  return (
    <SessionProvider>
      <AdminGate forEditors={forEditors}>
        <PanelPage title={title} path={path} account={<SignOutButton compact inHeader />}>
          <QuarantineNotice />
          {children}
        </PanelPage>
      </AdminGate>
    </SessionProvider>
  );
}
