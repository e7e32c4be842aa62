import '@/styles/signed-in.css';
import type { ComponentType, ReactNode } from 'react';
import { SessionProvider } from '@/entities/session';
import { SignOutButton } from '@/features/accounts/sign-out-button';
import type { MemberAccess } from '@/features/members/gates';
import { MembersPage } from '@/features/members/members-page';

export interface MembersFrameProps {
  title: string;
  gate: ComponentType<{ title: string; children: (access: MemberAccess) => ReactNode }>;
  children: (access: MemberAccess) => ReactNode;
}

export function MembersFrame({ title, gate: Gate, children }: MembersFrameProps) {
  return (
    <SessionProvider>
      <Gate title={title}>
        {(access) => (
          <MembersPage title={title} account={<SignOutButton compact />}>
            {children(access)}
          </MembersPage>
        )}
      </Gate>
    </SessionProvider>
  );
}
