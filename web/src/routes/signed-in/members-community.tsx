import { ChannelColumn, ChannelStrip } from '@/features/community/channels/channel-list';
import { Admitted, isAdmitted } from '@/features/community/channels/restricted';
import { CommunityPage, useChannel } from '@/features/community/feed/community-page';
import { communityText } from '@/features/community/feed/text';
import { Shortcuts } from '@/features/community/shortcuts/shortcuts';
import { SignedInGate } from '@/features/members/gates';
import { UnderSanction } from '@/widgets/under-sanction';
import { MembersFrame } from '../members-frame';

export default function Page() {
  const { channel } = useChannel();
  return (
    <MembersFrame
      title="Comunidade"
      gate={SignedInGate}
      isLate
      aside={(access) => isAdmitted(access) && <ChannelColumn userId={access.user.id} current={channel} />}
    >
      {(access) => (
        <Admitted access={access} reason={communityText.communityNeedsAccess}>
          <UnderSanction userId={access.user.id}>
            <Shortcuts userId={access.user.id} />
            <ChannelStrip userId={access.user.id} current={channel} />
            <CommunityPage userId={access.user.id} isStaff={access.isStaff} />
          </UnderSanction>
        </Admitted>
      )}
    </MembersFrame>
  );
}
