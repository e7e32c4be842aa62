import { CommunityGate } from '@/features/members/gates';
import { DirectoryPage } from '@/features/profiles/directory-page';
import { MembersFrame } from '../members-frame';

export default function Page() {
  return (
    <MembersFrame title="Membros" gate={CommunityGate}>
      {() => <DirectoryPage />}
    </MembersFrame>
  );
}
