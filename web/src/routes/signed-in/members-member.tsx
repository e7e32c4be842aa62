import type { PageProps } from '@/app/routes';
import { CommunityGate } from '@/features/members/gates';
import { MemberPage } from '@/features/profiles/member-page';
import { MembersFrame } from '../members-frame';

export default function Page({ params: { id = '' } }: PageProps) {
  return (
    <MembersFrame title="Membro" gate={CommunityGate}>
      {({ user }) => <MemberPage key={id} id={id} userId={user.id} />}
    </MembersFrame>
  );
}
