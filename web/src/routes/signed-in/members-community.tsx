import { ChannelColumn, ChannelStrip } from '@/features/community/channel-list';
import { CommunityPage, useChannel } from '@/features/community/community-page';
import { Restricted } from '@/features/community/restricted';
import { Shortcuts } from '@/features/community/shortcuts/shortcuts';
import { communityText } from '@/features/community/text';
import { type MemberAccess, SignedInGate } from '@/features/members/gates';
import { UnderSanction } from '@/widgets/under-sanction';
import { MembersFrame } from '../members-frame';

const isAdmitted = ({ hasAccess, isStaff }: MemberAccess) => hasAccess || isStaff;

export default function Page() {
  const { channel } = useChannel();
  return (
    <MembersFrame
      title="Comunidade"
      gate={SignedInGate}
      isLate
      aside={(access) => isAdmitted(access) && <ChannelColumn userId={access.user.id} current={channel} />}
    >
      {(access) =>
        isAdmitted(access) ? (
          <UnderSanction userId={access.user.id}>
            <Shortcuts userId={access.user.id} />
            <ChannelStrip userId={access.user.id} current={channel} />
            <CommunityPage userId={access.user.id} isStaff={access.isStaff} />
          </UnderSanction>
        ) : (
          <Restricted reason={communityText.communityNeedsAccess} />
        )
      }
    </MembersFrame>
  );
}
