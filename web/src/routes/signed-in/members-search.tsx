import { ChannelColumn } from '@/features/community/channel-list';
import { Restricted } from '@/features/community/restricted';
import { SearchPage } from '@/features/community/search-page';
import { communityText } from '@/features/community/text';
import { type MemberAccess, SignedInGate } from '@/features/members/gates';
import { MembersFrame } from '../members-frame';

const isAdmitted = ({ hasAccess, isStaff }: MemberAccess) => hasAccess || isStaff;

export default function Page() {
  return (
    <MembersFrame
      title="Busca"
      gate={SignedInGate}
      aside={(access) => isAdmitted(access) && <ChannelColumn userId={access.user.id} current="" />}
    >
      {(access) => (isAdmitted(access) ? <SearchPage /> : <Restricted reason={communityText.communityNeedsAccess} />)}
    </MembersFrame>
  );
}
