import { SignedInGate } from '@/features/members/gates';
import { ProfilePage } from '@/features/profiles/profile-page';
import { MembersFrame } from '../members-frame';

export default function Page() {
  return (
    <MembersFrame title="Meu perfil" gate={SignedInGate}>
      {({ user }) => {
        const { full_name: name } = user.user_metadata;
        return <ProfilePage userId={user.id} givenName={typeof name === 'string' ? name : ''} />;
      }}
    </MembersFrame>
  );
}
