import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { paths } from '@/app/pages';
import { useLive } from '@/lib/live';
import { ButtonLink } from '@/ui/link';
import { noticesKey, unreadNoticesQuery } from './unread';

/** More is shown as `99+`. */
const MAX_SHOWN = 99;

/** Leads to the notices and says how many are new, live. */
export function NoticeBell({ userId }: { userId: string }) {
  const queryClient = useQueryClient();
  const { data: unread = 0 } = useQuery(unreadNoticesQuery(userId));
  const refresh = () => void queryClient.invalidateQueries({ queryKey: noticesKey });
  useLive([{ table: 'notices', filter: `user_id=eq.${userId}` }], { onEvent: refresh, onGap: refresh });
  const label = unread === 0 ? 'Avisos' : unread === 1 ? 'Avisos: 1 novo' : `Avisos: ${unread} novos`;
  return (
    <ButtonLink
      href={paths.membersNotices}
      variant="ghost"
      size="icon"
      aria-label={label}
      title="Avisos"
      className="relative"
    >
      <Bell aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-0.5 right-0 grid h-4.5 min-w-4.5 place-items-center rounded-sm bg-north px-1 font-label text-[0.6875rem] leading-none text-on-north tabular-nums"
        >
          {unread > MAX_SHOWN ? '99+' : unread}
        </span>
      )}
    </ButtonLink>
  );
}
