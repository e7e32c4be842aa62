import { FORUM_CHANNEL } from '@/entities/community-unread';
import { ChannelColumn, ChannelStrip } from '@/features/community/channels/channel-list';
import { Admitted, isAdmitted } from '@/features/community/channels/restricted';
import { ForumPage } from '@/features/community/feed/forum-page';
import { communityText } from '@/features/community/feed/text';
import { Shortcuts } from '@/features/community/shortcuts/shortcuts';
import { SignedInGate } from '@/features/members/gates';
import { UnderSanction } from '@/widgets/under-sanction';
import { MembersFrame } from '../members-frame';

export default function Page() {
  return (
    <MembersFrame
      title="Fórum"
      gate={SignedInGate}
      isLate
      aside={(access) => isAdmitted(access) && <ChannelColumn userId={access.user.id} current={FORUM_CHANNEL} />}
    >
      {(access) => (
        <Admitted access={access} reason={communityText.forumNeedsAccess}>
          <UnderSanction userId={access.user.id}>
            <Shortcuts userId={access.user.id} />
            <ChannelStrip userId={access.user.id} current={FORUM_CHANNEL} />
            <ForumPage userId={access.user.id} />
          </UnderSanction>
        </Admitted>
      )}
    </MembersFrame>
  );
}
