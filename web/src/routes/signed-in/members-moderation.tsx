import { StaffGate } from '@/features/members/gates';
import { ModerationPage } from '@/features/moderation/moderation-page';
import { MembersFrame } from '../members-frame';

export default function Page() {
  return (
    <MembersFrame title="Moderação" gate={StaffGate}>
      {({ user }) => <ModerationPage userId={user.id} />}
    </MembersFrame>
  );
}
