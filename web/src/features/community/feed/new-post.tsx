import { useQuery } from '@tanstack/react-query';
import { profilesQuery } from '@/entities/member';
import { PostForm } from '../writing/post-form';
import type { usePosting } from './posting';

export interface NewPostProps {
  userId: string;
  channel: string;
  posting: Pick<ReturnType<typeof usePosting>, 'draft' | 'publish'>;
  /** Shows one line until somebody writes. */
  collapses?: boolean;
  /** Called when the post is on its way, or given up. */
  onClose?: () => void;
}

/** The form of a new post in a channel. */
export function NewPost({ userId, channel, posting, collapses, onClose }: NewPostProps) {
  const { data: profiles } = useQuery(profilesQuery([userId]));
  return (
    <PostForm
      userId={userId}
      channel={channel}
      profile={profiles?.get(userId)}
      draft={posting.draft}
      {...(collapses && { collapses })}
      actionLabel="Publicar"
      busyLabel="Publicando..."
      onSend={(post) => {
        posting.publish(post);
        onClose?.();
      }}
      onCancel={() => onClose?.()}
    />
  );
}
