import { SubscribersGate } from '@/features/members/gates';
import { MemberContents } from '@/features/publishing/members/member-list';
import { MembersFrame } from '../members-frame';

export default function Page() {
  return (
    <MembersFrame title="Conteúdos exclusivos" gate={SubscribersGate}>
      {({ user }) => <MemberContents userId={user.id} />}
    </MembersFrame>
  );
}
