import { FORUM_CHANNEL } from '@/entities/community-unread';
import { ChannelColumn, ChannelStrip } from '@/features/community/channel-list';
import { ForumPage } from '@/features/community/forum-page';
import { Restricted } from '@/features/community/restricted';
import { Shortcuts } from '@/features/community/shortcuts/shortcuts';
import { communityText } from '@/features/community/text';
import { type MemberAccess, SignedInGate } from '@/features/members/gates';
import { UnderSanction } from '@/widgets/under-sanction';
import { MembersFrame } from '../members-frame';

const isAdmitted = ({ hasAccess, isStaff }: MemberAccess) => hasAccess || isStaff;

export default function Page() {
  return (
    <MembersFrame
      title="Fórum"
      gate={SignedInGate}
      isLate
      aside={(access) => isAdmitted(access) && <ChannelColumn userId={access.user.id} current={FORUM_CHANNEL} />}
    >
      {(access) =>
        isAdmitted(access) ? (
          <UnderSanction userId={access.user.id}>
            <Shortcuts userId={access.user.id} />
            <ChannelStrip userId={access.user.id} current={FORUM_CHANNEL} />
            <ForumPage userId={access.user.id} />
          </UnderSanction>
        ) : (
          <Restricted reason={communityText.forumNeedsAccess} />
        )
      }
    </MembersFrame>
  );
}
