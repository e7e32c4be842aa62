import { useEffect, useState } from 'react';
import { getClient, type RealtimeChannel } from '@/lib/backend';

/** Returns the people who have the same content open. Another tab of the same person counts. */
export function useOthers(content: string, userId: string): readonly string[] {
  const [others, setOthers] = useState<readonly string[]>([]);
  useEffect(() => {
    let isLeft = false;
    let channel: RealtimeChannel | undefined;
    const tab = crypto.randomUUID();
    const join = async () => {
      const client = await getClient();
      if (isLeft) return;
      const joined = client.channel(`content:${content}`, { config: { private: true, presence: { key: tab } } });
      channel = joined;
      joined.on('presence', { event: 'sync' }, () => {
        const tabs = Object.entries(joined.presenceState<{ person?: string }>());
        const people = tabs.filter(([key]) => key !== tab).map(([, [state]]) => state?.person ?? '');
        setOthers([...new Set(people.filter(Boolean))]);
      });
      joined.subscribe((status) => {
        if (status === 'SUBSCRIBED') void joined.track({ person: userId });
      });
    };
    join().catch((reason: unknown) => console.warn('presence is not available', reason));
    return () => {
      isLeft = true;
      if (channel) void getClient().then((client) => channel && client.removeChannel(channel));
    };
  }, [content, userId]);
  return others;
}
