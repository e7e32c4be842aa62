import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isLive } from '@/app/pages';
import { useClosedPlan } from '@/entities/held';
import type { Entitlement } from '@/generated/content';
import { formatShortDate, isoDay } from '@/lib/format';
import { ErrorNotice } from '@/ui/error-notice';
import { TextLink } from '@/ui/link';
import { Loading, Skeleton } from '@/ui/skeleton';
import { type Activity, activityQuery } from './queries';

export interface RecentActivityProps {
  userId: string;
  subscribed: boolean;
  /** Comes below, when its place is known. */
  children: ReactNode;
}

/** The newest contents, and the newest posts by others in the person's channels. */
export function RecentActivity({ userId, subscribed, children }: RecentActivityProps) {
  const { data, isError, refetch } = useQuery(activityQuery(userId, subscribed));
  return (
    <>
      <section aria-labelledby="activity" className="border-t border-border-strong pt-4">
        <h2 id="activity" className="mb-5 type-title-2">
          Atividade recente
        </h2>
        {data ? (
          <Feed activity={data} />
        ) : isError ? (
          <ErrorNotice title="Não foi possível carregar a atividade." onRetry={() => void refetch()} />
        ) : (
          <Loading>
            {[1, 2, 3, 4, 5, 6].map((row) => (
              <Skeleton key={row} className="mb-3 h-16 w-full" />
            ))}
          </Loading>
        )}
      </section>
      {(data || isError) && children}
    </>
  );
}

function Feed({ activity }: { activity: readonly Activity[] }) {
  if (activity.length === 0) return <p className="text-base text-muted-foreground">Nada foi publicado ainda.</p>;
  return (
    <ul className="text-base leading-normal">
      {activity.map(({ id, at, lead, title, path, entitlement }) => (
        <li
          key={id}
          className="grid grid-cols-[4.25rem_1fr] gap-4 border-t border-border py-3.5 first:border-t-0 first:pt-0"
        >
          <time dateTime={isoDay(at)} className="pt-0.5 type-meta tabular-nums">
            {formatShortDate(at)}
          </time>
          <span className="wrap-anywhere">
            {lead} {isLive(path) ? <TextLink href={path}>{title}</TextLink> : title}
            <ClosedNote entitlement={entitlement} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The plan that opens it, where the person's does not. */
function ClosedNote({ entitlement }: { entitlement: Entitlement | undefined }) {
  const plan = useClosedPlan(entitlement);
  return plan && <span className="block type-meta">A partir do plano {plan.name}</span>;
}
