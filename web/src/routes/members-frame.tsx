import '@/styles/signed-in.css';
import type { ComponentType, ReactNode } from 'react';
import { SessionProvider } from '@/entities/session';
import { SignOutButton } from '@/features/accounts/sign-out-button';
import type { MemberAccess } from '@/features/members/gates';
import { MembersPage } from '@/features/members/members-page';
import { NoticeBell } from '@/features/notices/bell';
import { SiteSearch } from '@/features/search/site-search';

export interface MembersFrameProps {
  title: string;
  /** The title of the browser's tab, where the page shows something that has a title of its own. */
  headTitle?: string | null | undefined;
  place?: string | undefined;
  gate: ComponentType<{ title: string; children: (access: MemberAccess) => ReactNode }>;
  /** True if the page's contents say when they are shown (`useShown`). */
  isLate?: boolean;
  /** A column between the menu and the page, on large screens. */
  aside?: (access: MemberAccess) => ReactNode;
  children: (access: MemberAccess) => ReactNode;
}

export function MembersFrame({
  title,
  headTitle,
  place,
  gate: Gate,
  isLate = false,
  aside,
  children,
}: MembersFrameProps) {
  return (
    <SessionProvider isLate={isLate}>
      <Gate title={title}>
        {(access) => (
          <MembersPage
            title={title}
            headTitle={headTitle ?? title}
            place={place}
            account={
              <>
                <SiteSearch />
                <NoticeBell userId={access.user.id} />
                <SignOutButton compact inHeader />
              </>
            }
            aside={aside?.(access)}
          >
            {children(access)}
          </MembersPage>
        )}
      </Gate>
    </SessionProvider>
  );
}
