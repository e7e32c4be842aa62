import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { toast } from '@/ui/toast';
import { createPost, newId } from '../actions';
import { communityKeys } from '../queries';
import { useDraft } from '../writing/draft';
import { useOutbox } from '../writing/outbox';
import type { PostText } from '../writing/post-form-props';
import { communityText } from './text';

const NOTHING = { title: '', content: '' };

/**
 * Sends posts of a channel, or about a lesson, and remembers which the server has stored. `initial` is the text where
 * nothing was written yet.
 */
export function usePosting(userId: string, channel: string, lesson?: string, initial = NOTHING) {
  const queryClient = useQueryClient();
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set());
  const draft = useDraft(userId, lesson ? `post:${channel}:${lesson}` : `post:${channel}`, initial);
  const store = useCallback(
    async (id: string, post: PostText) => {
      const isShown = await createPost({
        id,
        channel_id: channel,
        author_id: userId,
        lesson_id: lesson ?? null,
        ...post,
      });
      toast(isShown ? communityText.posted : communityText.postHeld);
      setSent((known) => new Set(known).add(id));
      await queryClient.invalidateQueries({ queryKey: communityKeys.feeds });
    },
    [channel, lesson, userId, queryClient],
  );
  const outbox = useOutbox(store);
  /** Called for each text on its way, once it is stored. */
  const forgets = useRef(new Map<string, () => void>());
  const send = async (id: string, post: PostText) => {
    if (await outbox.send(id, post)) {
      forgets.current.get(id)?.();
      forgets.current.delete(id);
    } else {
      toast(communityText.postFailed);
    }
  };
  return {
    draft,
    sent,
    waiting: outbox.waiting,
    publish: (post: PostText) => {
      // The waiting text is shown from here on, and returns to the form if it is taken back.
      const id = newId();
      forgets.current.set(id, draft.handOver());
      void send(id, post);
    },
    retry: (id: string, post: PostText) => void send(id, post),
    takeBack: (id: string, { title, content }: PostText) => {
      outbox.drop(id);
      forgets.current.delete(id);
      draft.change({ title, content });
    },
  };
}
