import { paths } from '@/app/pages';
import { StaffGate } from '@/features/members/gates';
import { ModerationPage } from '@/features/moderation/moderation-page';
import { MembersFrame } from '../members-frame';

export default function Page() {
  return (
    <MembersFrame title="Moderação" gate={StaffGate}>
      {({ user }) => (
        <ModerationPage
          userId={user.id}
          path={paths.membersModeration}
          heading={<h1 className="mb-6 type-display-3">Moderação</h1>}
        />
      )}
    </MembersFrame>
  );
}
