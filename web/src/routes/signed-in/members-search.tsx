import { ChannelColumn } from '@/features/community/channel-list';
import { Admitted, isAdmitted } from '@/features/community/restricted';
import { SearchPage } from '@/features/community/search-page';
import { communityText } from '@/features/community/text';
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
