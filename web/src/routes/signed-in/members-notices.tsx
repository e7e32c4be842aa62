import { CommunityGate } from '@/features/members/gates';
import { NoticesPage } from '@/features/notices/notices-page';
import { MembersFrame } from '../members-frame';

export default function Page() {
  return (
    <MembersFrame title="Avisos" gate={CommunityGate}>
      {({ user }) => <NoticesPage userId={user.id} />}
    </MembersFrame>
  );
}
