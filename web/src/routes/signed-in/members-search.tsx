import { ChannelColumn } from '@/features/community/channels/channel-list';
import { Admitted, isAdmitted } from '@/features/community/channels/restricted';
import { communityText } from '@/features/community/feed/text';
import { SearchPage } from '@/features/community/search/search-page';
import { SignedInGate } from '@/features/members/gates';
import { MembersFrame } from '../members-frame';

export default function Page() {
  return (
    <MembersFrame
      title="Busca"
      gate={SignedInGate}
      aside={(access) => isAdmitted(access) && <ChannelColumn userId={access.user.id} current="" />}
    >
      {(access) => (
        <Admitted access={access} reason={communityText.communityNeedsAccess}>
          <SearchPage />
        </Admitted>
      )}
    </MembersFrame>
  );
}
