import { ErasureNotice } from '@/features/accounts/settings/erasure-notice';
import { CoursesCard } from '@/features/course-access/courses-card';
import { Dashboard } from '@/features/members/dashboard';
import { MembersGate } from '@/features/members/gates';
import { BegunContents } from '@/features/publishing/members/member-begun';
import { MembersFrame } from '../members-frame';

export default function Page() {
  return (
    <MembersFrame title="Painel" gate={MembersGate}>
      {(access) => (
        <>
          <ErasureNotice />
          <Dashboard
            courses={<CoursesCard email={access.user.email ?? ''} />}
            access={access}
            begun={(below) => (
              <BegunContents userId={access.user.id} most={access.subscribed ? 2 : 0}>
                {below}
              </BegunContents>
            )}
          />
        </>
      )}
    </MembersFrame>
  );
}
