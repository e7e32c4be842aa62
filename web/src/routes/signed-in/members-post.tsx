import type { PageProps } from '@/app/routes';
import { PostPage } from '@/features/community/post-page';
import { Admitted } from '@/features/community/restricted';
import { Shortcuts } from '@/features/community/shortcuts/shortcuts';
import { communityText } from '@/features/community/text';
import { SignedInGate } from '@/features/members/gates';
import { UnderSanction } from '@/widgets/under-sanction';
import { MembersFrame } from '../members-frame';

export default function Page({ params: { id = '' } }: PageProps) {
  return (
    <MembersFrame title="Publicação" gate={SignedInGate}>
      {(access) => (
        <Admitted access={access} reason={communityText.communityNeedsAccess}>
          <UnderSanction userId={access.user.id}>
            <Shortcuts userId={access.user.id} />
            <PostPage key={id} id={id} userId={access.user.id} isStaff={access.isStaff} />
          </UnderSanction>
        </Admitted>
      )}
    </MembersFrame>
  );
}
