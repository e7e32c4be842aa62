import { useQuery } from '@tanstack/react-query';
import type { PageProps } from '@/app/routes';
import { CommunityGate } from '@/features/members/gates';
import { MemberPage } from '@/features/profiles/member-page';
import { memberQuery } from '@/features/profiles/queries';
import { MembersFrame } from '../members-frame';

export default function Page({ params: { id = '' } }: PageProps) {
  // Asked for by the page below, behind the gate.
  const { data: member } = useQuery({ ...memberQuery(id), enabled: false });
  return (
    <MembersFrame title="Membro" headTitle={member?.display_name} gate={CommunityGate}>
      {({ user }) => <MemberPage key={id} id={id} userId={user.id} />}
    </MembersFrame>
  );
}
