import '@/styles/signed-in.css';
import type { ComponentType, ReactNode } from 'react';
import { SignOutButton } from '@/features/auth/sign-out-button';
import type { MemberAccess } from '@/features/members/gate';
import { MembersPage } from '@/features/members/members-page';
import { SessionProvider } from '@/lib/session';

export interface MembersFrameProps {
  title: string;
  /** Who may enter. */
  gate: ComponentType<{ title: string; children: (access: MemberAccess) => ReactNode }>;
  children: (access: MemberAccess) => ReactNode;
}

/** A page of the members' area. */
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
