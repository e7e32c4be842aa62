import type { PageProps } from '@/app/routes';
import { LearningColumn, LearningStrip } from '@/features/learning/learning-menu';
import { PlacePage } from '@/features/learning/place-page';
import { MembersGate } from '@/features/members/gates';
import { MembersFrame } from '../members-frame';

export default function Page({ params: { place = '' } }: PageProps) {
  return (
    <MembersFrame title="Aprendizagem" gate={MembersGate} aside={() => <LearningColumn />}>
      {({ user }) => (
        <>
          <LearningStrip />
          <PlacePage place={place} userId={user.id} />
        </>
      )}
    </MembersFrame>
  );
}
