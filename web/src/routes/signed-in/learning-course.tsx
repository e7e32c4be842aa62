import { useQuery } from '@tanstack/react-query';
import type { PageProps } from '@/app/routes';
import { AsMemberBar } from '@/features/admin/learning/as-member-bar';
import { CoursePage } from '@/features/learning/course-page';
import { LearningColumn } from '@/features/learning/learning-menu';
import { courseQuery } from '@/features/learning/queries';
import { MembersGate } from '@/features/members/gates';
import { MembersFrame } from '../members-frame';

export default function Page({ params: { id = '' } }: PageProps) {
  // Asked for by the page below, behind the gate.
  const { data: course } = useQuery({ ...courseQuery(id), enabled: false });
  return (
    <MembersFrame title="Curso" headTitle={course?.title} gate={MembersGate} aside={() => <LearningColumn />}>
      {({ user, isAdmin, subscribed }) => (
        <>
          {isAdmin && <AsMemberBar course={id} isMember={subscribed} />}
          <CoursePage id={id} userId={user.id} />
        </>
      )}
    </MembersFrame>
  );
}
