import { useQueryClient } from '@tanstack/react-query';
import { Keyboard } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useLive } from '@/lib/live';
import { latePart } from '@/ui/start/late-part';
import { communityKeys } from '../queries';

const ShortcutHelp = latePart(() => import('../shortcuts/help'));

/** Parts of the column of channels that load once the page is shown: live changes, and the list of shortcuts. */
export default function ChannelTools({ userId }: { userId: string }) {
  useLiveChannels(userId);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="mt-auto flex min-h-11 items-center gap-2.5 rounded-md px-3 text-small text-muted-foreground hover:bg-accent hover:text-foreground"
      >
        <Keyboard aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
        Atalhos do teclado
      </button>
      {open && (
        <Suspense>
          <ShortcutHelp userId={userId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Keeps channels and what is unread in them as they are on every device. */
function useLiveChannels(userId: string) {
  const queryClient = useQueryClient();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: communityKeys.unread });
  useLive(
    [{ table: 'channel_states', filter: `user_id=eq.${userId}` }, { table: 'community_posts' }, { table: 'channels' }],
    {
      onEvent: ({ table, type, row }) => {
        if (table === 'channels') {
          void queryClient.invalidateQueries({ queryKey: communityKeys.channels });
          // An approved channel has its creator as a member.
          if ('created_by' in row && row.created_by === userId)
            void queryClient.invalidateQueries({ queryKey: communityKeys.memberships });
        } else if (table === 'channel_states' || type !== 'UPDATE') refresh();
      },
      onGap: () => {
        refresh();
        void queryClient.invalidateQueries({ queryKey: communityKeys.channels });
        void queryClient.invalidateQueries({ queryKey: communityKeys.memberships });
      },
    },
  );
}
