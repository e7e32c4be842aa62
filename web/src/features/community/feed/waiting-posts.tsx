import { withoutStored } from '../writing/outbox';
import { WaitingText } from '../writing/waiting-text';
import type { usePosting } from './posting';

export interface WaitingPostsProps {
  posting: Pick<ReturnType<typeof usePosting>, 'waiting' | 'retry' | 'takeBack'>;
  /** The posts on the screen. */
  posts: readonly { id: string }[];
  onTakenBack?: (() => void) | undefined;
}

/** The posts on their way that the list does not show yet. */
export default function WaitingPosts({ posting, posts, onTakenBack }: WaitingPostsProps) {
  return withoutStored(posting.waiting, posts).map(({ id, text, problem }) => (
    <WaitingText
      key={id}
      {...text}
      problem={problem}
      onRetry={() => posting.retry(id, text)}
      onDrop={() => {
        posting.takeBack(id, text);
        onTakenBack?.();
      }}
    />
  ));
}
