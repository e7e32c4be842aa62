import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { ownDecisions, sanctionQuery, useModerationLive } from '@/entities/sanctions';
import { useShown } from '@/lib/shown';
import { latePart } from '@/ui/start/late-part';

const SanctionNotice = latePart(() => import('./sanction-notice'));

/** The community for somebody under a sanction: read only, or not at all; both say where the decision is. */
export function UnderSanction({ userId, children }: { userId: string; children: ReactNode }) {
  const { data: sanction } = useQuery(sanctionQuery(userId));
  const isBanned = sanction?.kind === 'ban';
  useModerationLive([ownDecisions(userId)]);
  useShown(isBanned);
  return (
    <>
      {sanction && (
        <Suspense>
          <SanctionNotice sanction={sanction} />
        </Suspense>
      )}
      {!isBanned && children}
    </>
  );
}
