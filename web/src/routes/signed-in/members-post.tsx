import type { PageProps } from '@/app/routes';
import { PostPage } from '@/features/community/post-page';
import { Restricted } from '@/features/community/restricted';
import { Shortcuts } from '@/features/community/shortcuts/shortcuts';
import { communityText } from '@/features/community/text';
import { SignedInGate } from '@/features/members/gates';
import { UnderSanction } from '@/widgets/under-sanction';
import { MembersFrame } from '../members-frame';

export default function Page({ params: { id = '' } }: PageProps) {
  return (
    <MembersFrame title="Publicação" gate={SignedInGate}>
      {({ user, hasAccess, isStaff }) =>
        hasAccess || isStaff ? (
          <UnderSanction userId={user.id}>
            <Shortcuts userId={user.id} />
            <PostPage key={id} id={id} userId={user.id} isStaff={isStaff} />
          </UnderSanction>
        ) : (
          <Restricted reason={communityText.communityNeedsAccess} />
        )
      }
    </MembersFrame>
  );
}
