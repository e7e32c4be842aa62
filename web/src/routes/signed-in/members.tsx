import type { ReactNode } from 'react';
import { ErasureNotice } from '@/features/accounts/settings/erasure-notice';
import { CoursesCard } from '@/features/course-access/courses-card';
import { useBegunCards } from '@/features/learning/begun-cards';
import { Dashboard } from '@/features/members/dashboard';
import { type MemberAccess, MembersGate } from '@/features/members/gates';
import { BegunContents } from '@/features/publishing/members/member-begun';
import { MembersFrame } from '../members-frame';

/** Courses and exclusive contents to go on with. */
function Begun({ access, children }: { access: MemberAccess; children: ReactNode }) {
  const courses = useBegunCards(access.hasAccess);
  return (
    <BegunContents userId={access.user.id} most={access.subscribed ? 2 : 0} before={courses}>
      {children}
    </BegunContents>
  );
}

export default function Page() {
  return (
    <MembersFrame title="Painel" gate={MembersGate}>
      {(access) => (
        <>
          <ErasureNotice />
          <Dashboard
            courses={<CoursesCard email={access.user.email ?? ''} />}
            access={access}
            begun={(below) => <Begun access={access}>{below}</Begun>}
          />
        </>
      )}
    </MembersFrame>
  );
}
