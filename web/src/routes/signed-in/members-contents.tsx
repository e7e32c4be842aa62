import { MemberContents } from '@/features/contents/members/member-list';
import { SubscribersGate } from '@/features/members/members-gate';
import { MembersFrame } from '../members-frame';

export default function Page() {
  return (
    <MembersFrame title="Conteúdos exclusivos" gate={SubscribersGate}>
      {({ user }) => <MemberContents userId={user.id} />}
    </MembersFrame>
  );
}
