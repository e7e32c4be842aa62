import '@/styles/article.css';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { PageProps } from '@/app/routes';
import { AsMemberBar } from '@/features/admin/learning/as-member-bar';
import { LessonsColumn } from '@/features/learning/course-lessons';
import { LessonPage } from '@/features/learning/lesson-page';
import { courseQuery, lessonQuery } from '@/features/learning/queries';
import { MembersGate } from '@/features/members/gates';
import { latePart } from '@/ui/start/late-part';
import { MembersFrame } from '../members-frame';

const LessonTopics = latePart(() =>
  import('@/features/community/lessons/lesson-topics').then((module) => ({ default: module.LessonTopics })),
);

export default function Page({ params: { id = '' } }: PageProps) {
  // Asked for by the page below, behind the gate.
  const { data: opened } = useQuery({ ...lessonQuery(id), enabled: false });
  const { data: course } = useQuery({ ...courseQuery(opened?.course_id ?? ''), enabled: false });
  const lesson = course?.course_modules.flatMap(({ lessons }) => lessons).find((one) => one.id === id);
  return (
    <MembersFrame title="Aula" headTitle={lesson?.title} gate={MembersGate} aside={() => <LessonsColumn lesson={id} />}>
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
