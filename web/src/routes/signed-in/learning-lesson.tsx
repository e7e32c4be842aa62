import '@/styles/article.css';
import { Suspense } from 'react';
import type { PageProps } from '@/app/routes';
import { AsMemberBar } from '@/features/admin/learning/as-member-bar';
import { LessonPage } from '@/features/learning/lesson-page';
import { MembersGate } from '@/features/members/gates';
import { latePart } from '@/ui/late-part';
import { MembersFrame } from '../members-frame';

const LessonTopics = latePart(() =>
  import('@/features/community/lesson-topics').then((module) => ({ default: module.LessonTopics })),
);

export default function Page({ params: { id = '' } }: PageProps) {
  return (
    <MembersFrame title="Aula" gate={MembersGate}>
      {({ user, isAdmin, isStaff, subscribed }) => (
        <>
          {isAdmin && <AsMemberBar lesson={id} isMember={subscribed} />}
          <LessonPage
            id={id}
            userId={user.id}
            discussion={
              <Suspense fallback={null}>
                <LessonTopics key={id} lesson={id} userId={user.id} isStaff={isStaff} />
              </Suspense>
            }
          />
        </>
      )}
    </MembersFrame>
  );
}
