import { useQuery } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { unreadQuery } from '@/entities/community-unread';
import { askAtOnce } from '@/lib/backend';
import { Button } from '@/ui/button';
import { useAction } from '@/widgets/use-action';
import { communityKeys } from '../queries';

const markAllRead = () => askAtOnce((client) => client.rpc('mark_community_read'));

/** Marks all channels as read; there only while something is unread. */
export default function MarkAllRead({ userId }: { userId: string }) {
  const { data: unread } = useQuery(unreadQuery(userId));
  const action = useAction({
    run: markAllRead,
    refreshes: [communityKeys.unread, communityKeys.newComments],
    failure: 'Não foi possível marcar tudo como lido.',
  });
  if (![...(unread?.values() ?? [])].some((count) => count > 0)) return null;
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label="Marcar tudo como lido"
      title="Marcar tudo como lido"
      busy={action.isPending}
      onClick={() => action.mutate()}
    >
      <CheckCheck aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
    </Button>
  );
}
