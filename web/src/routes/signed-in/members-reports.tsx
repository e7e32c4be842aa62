import { SignedInGate } from '@/features/members/gates';
import { OwnModerationPage } from '@/features/moderation/own-page';
import { MembersFrame } from '../members-frame';

export default function Page() {
  return (
    <MembersFrame title="Moderação e bloqueios" gate={SignedInGate}>
      {({ user }) => <OwnModerationPage userId={user.id} />}
    </MembersFrame>
  );
}
