import '@/styles/article.css';
import type { PageProps } from '@/app/routes';
import { LessonPage } from '@/features/learning/lesson-page';
import { MembersGate } from '@/features/members/gates';
import { MembersFrame } from '../members-frame';

export default function Page({ params: { id = '' } }: PageProps) {
  return (
    <MembersFrame title="Aula" gate={MembersGate}>
      {({ user }) => <LessonPage id={id} userId={user.id} />}
    </MembersFrame>
  );
}
