import { useQuery } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import type { PageProps } from '@/app/routes';
import { FORUM_CHANNEL } from '@/entities/community-unread';
import { ChannelColumn } from '@/features/community/channels/channel-list';
import { Admitted, isAdmitted } from '@/features/community/channels/restricted';
import { communityText } from '@/features/community/feed/text';
import { PostPage } from '@/features/community/post/post-page';
import { postQuery } from '@/features/community/post/post-query';
import { Shortcuts } from '@/features/community/shortcuts/shortcuts';
import { SignedInGate } from '@/features/members/gates';
import { UnderSanction } from '@/widgets/under-sanction';
import { MembersFrame } from '../members-frame';

export default function Page({ params: { id = '' } }: PageProps) {
  // Asked for by the page below, behind the gate.
  const { data: post } = useQuery({ ...postQuery(id), enabled: false });
  return (
    <MembersFrame
      title="Publicação"
      headTitle={post?.title}
      place={post?.channel_id === FORUM_CHANNEL ? paths.membersForum : undefined}
      gate={SignedInGate}
      aside={(access) =>
        isAdmitted(access) && <ChannelColumn userId={access.user.id} current={post?.channel_id ?? ''} />
      }
    >
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
