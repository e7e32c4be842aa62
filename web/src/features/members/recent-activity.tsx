import { useQuery } from '@tanstack/react-query';
import { isLive, paths } from '@/app/pages';
import { formatShortDate, isoDay } from '@/lib/format';
import { ErrorNotice } from '@/ui/error-notice';
import { TextLink } from '@/ui/link';
import { Loading, Skeleton } from '@/ui/skeleton';
import { type Activity, activityQuery } from './queries';

/** What was published last. */
export function RecentActivity({ userId }: { userId: string }) {
  const { data, isError, refetch } = useQuery(activityQuery(userId));
  return (
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
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} className="mb-3 h-11 w-full" />
          ))}
        </Loading>
      )}
    </section>
  );
}

function Feed({ activity }: { activity: readonly Activity[] }) {
  if (activity.length === 0) return <p className="text-base text-muted-foreground">Nada foi publicado ainda.</p>;
  return (
    <ul className="text-base leading-normal">
      {activity.map((content) => (
        <li
          key={content.id}
          className="grid grid-cols-[4.25rem_1fr] gap-4 border-t border-border py-3.5 first:border-t-0 first:pt-0"
        >
          <time dateTime={isoDay(content.created_at)} className="pt-0.5 type-meta tabular-nums">
            {formatShortDate(content.created_at)}
          </time>
          <span>
            Conteúdo publicado: <ContentTitle content={content} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A link where the page that shows it exists. */
function ContentTitle({ content }: { content: Activity }) {
  const path = content.is_member_only ? paths.membersContent(content.id) : paths.article(content.id);
  return isLive(path) ? <TextLink href={path}>{content.title}</TextLink> : content.title;
}
