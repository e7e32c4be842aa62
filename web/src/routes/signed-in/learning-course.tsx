import type { PageProps } from '@/app/routes';
import { AsMemberBar } from '@/features/admin/learning/as-member-bar';
import { CoursePage } from '@/features/learning/course-page';
import { LearningColumn } from '@/features/learning/learning-menu';
import { MembersGate } from '@/features/members/gates';
import { MembersFrame } from '../members-frame';

export default function Page({ params: { id = '' } }: PageProps) {
  return (
    <MembersFrame title="Curso" gate={MembersGate} aside={() => <LearningColumn />}>
      {({ user, isAdmin, subscribed }) => (
        <>
          {isAdmin && <AsMemberBar course={id} isMember={subscribed} />}
          <CoursePage id={id} userId={user.id} />
        </>
      )}
    </MembersFrame>
  );
}
