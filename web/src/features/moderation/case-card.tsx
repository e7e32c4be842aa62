import { Flag, Hourglass, UserRoundCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '@/app/pages';
import { Avatar, MemberName, nameOf, type Profile } from '@/entities/member';
import { DECIDED, type Decision, REASON_LABELS } from '@/entities/moderation';
import { StoredHtml } from '@/entities/stored-html';
import { cx } from '@/lib/cx';
import { formatAgo, formatDate, formatDateTime } from '@/lib/format';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { TextLink } from '@/ui/link';
import type { Case, Ruled } from './queries';
import { KINDS, keysFor, originText } from './text';

/** A line button in the colour of what is lost. */
const DESTRUCTIVE =
  'enabled:text-destructive! enabled:inset-ring-destructive! enabled:hover:bg-destructive! enabled:hover:text-destructive-foreground!';

export interface CaseCardProps {
  item: Case;
  userId: string;
  profiles: Map<string, Profile> | undefined;
  history: readonly Ruled[];
  now: number;
  selected: boolean;
  onSelect: () => void;
  onRule: (decision: Decision) => void;
}

/** A case with its whole context and what can be decided. */
export function CaseCard({ item, userId, profiles, history, now, selected, onSelect, onRule }: CaseCardProps) {
  const claimed = claimOf(item, now);
  const claimer = claimed && nameOf(profiles?.get(claimed));
  return (
    <article
      aria-label={`${KINDS[item.kind]}, ${originText(item)}`}
      aria-current={selected || undefined}
      tabIndex={-1}
      id={`caso-${item.id}`}
      onFocus={onSelect}
      className={cx(
        'scroll-mt-24 border bg-card p-5 focus:outline-none sm:p-6',
        selected ? 'border-foreground' : 'border-border',
      )}
    >
      <header className="flex flex-wrap items-center gap-x-2 gap-y-1.5 text-small text-muted-foreground">
        <Badge tone="line">{KINDS[item.kind]}</Badge>
        <Badge tone={item.reports_count > 0 ? 'soon' : 'tag'} icon={item.reports_count > 0 ? Flag : Hourglass}>
          {originText(item)}
        </Badge>
        {claimed && (
          <Badge icon={UserRoundCheck}>{claimed === userId ? 'Com você' : `Em análise por ${claimer}`}</Badge>
        )}
        <time dateTime={item.opened_at} title={formatDateTime(item.opened_at)} className="sm:ml-auto">
          {formatAgo(item.opened_at, now)}
        </time>
      </header>
      <Subject item={item} profiles={profiles} now={now} />
      <Reports item={item} profiles={profiles} />
      <History history={history} />
      <footer className="mt-5 flex flex-wrap gap-2 border-t border-border pt-4">
        {keysFor(item).map(({ key, decision, label, isDestructive }) => (
          <Button
            key={key}
            variant={decision === 'keep' ? 'primary' : 'line'}
            size="small"
            disabled={Boolean(claimed && claimed !== userId)}
            className={isDestructive ? DESTRUCTIVE : undefined}
            aria-keyshortcuts={key}
            onClick={() => onRule(decision)}
          >
            {label}
            <span
              aria-hidden="true"
              className="-mr-1 rounded-sm px-1.5 font-label text-micro leading-normal uppercase inset-ring inset-ring-current max-lg:hidden"
            >
              {key}
            </span>
          </Button>
        ))}
      </footer>
    </article>
  );
}

/** Returns the person who looks at the case now. */
export const claimOf = (item: Case, now: number): string | null =>
  item.claimed_until !== null && Date.parse(item.claimed_until) > now ? item.claimed_by : null;

function Subject({ item, profiles, now }: Pick<CaseCardProps, 'item' | 'profiles' | 'now'>) {
  const { subject_id: subject, post_id: post } = item;
  const text = item.comment_id ? item.community_comments : item.community_posts;
  const profile = subject ? profiles?.get(subject) : undefined;
  return (
    <>
      {subject && (
        <div className="mt-4 flex items-center gap-3 text-small text-muted-foreground">
          <Avatar profile={profile} id={subject} className="size-9" />
          <div className="min-w-0">
            <MemberName profile={profile} id={subject} />
            {text && <p>{formatAgo(text.created_at, now)}</p>}
          </div>
          {text?.is_hidden && <Badge className="ml-auto">Oculto agora</Badge>}
        </div>
      )}
      {item.community_posts && (
        <h2 className="mt-4 type-title-2 wrap-anywhere">
          {post && !item.comment_id ? (
            <TextLink href={paths.membersPost(post)}>{item.community_posts.title}</TextLink>
          ) : (
            <>
              <span className="font-sans type-meta">Comentário em </span>
              {post && <TextLink href={paths.membersPost(post)}>{item.community_posts.title}</TextLink>}
            </>
          )}
        </h2>
      )}
      {text && (
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, by keyboard too
          tabIndex={0}
          className="mt-3 max-h-80 overflow-y-auto border-l-2 border-border-strong pl-4 text-base leading-normal wrap-anywhere [&_a]:underline [&_p+p]:mt-3"
        >
          {text.content_html === null ? (
            <p className="whitespace-pre-wrap">{text.content}</p>
          ) : (
            <StoredHtml html={text.content_html} className="" />
          )}
        </div>
      )}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-5">
      <h3 className="font-label text-small">{title}</h3>
      {children}
    </section>
  );
}

function Reports({ item, profiles }: Pick<CaseCardProps, 'item' | 'profiles'>) {
  const { community_reports: reports, outside_reports: outside } = item;
  if (reports.length === 0 && !outside) return null;
  return (
    <Part title="O que foi denunciado">
      <ul className="mt-2 grid gap-2.5 text-small">
        {reports.map((report) => (
          <li key={report.id}>
            <p>
              <span className="font-label">{REASON_LABELS[report.reason]}</span>
              <span className="text-muted-foreground">
                {' '}
                por {report.reporter_id ? nameOf(profiles?.get(report.reporter_id)) : 'conta removida'},{' '}
                {formatDate(report.created_at)} · {report.protocol}
                {!report.counts && ' · denúncias anteriores sem fundamento'}
              </span>
            </p>
            {report.details && <p className="mt-0.5 whitespace-pre-wrap wrap-anywhere">{report.details}</p>}
          </li>
        ))}
        {outside && (
          <li>
            <p>
              <span className="font-label">{REASON_LABELS[outside.reason]}</span>
              <span className="text-muted-foreground">
                {' '}
                por {outside.name} ({outside.email}), {formatDateTime(outside.created_at)} · {outside.protocol}
              </span>
            </p>
            <p className="mt-0.5 wrap-anywhere text-muted-foreground">
              {outside.address.startsWith('/membros/') ? (
                <TextLink href={outside.address}>Abrir o endereço informado</TextLink>
              ) : (
                outside.address
              )}
            </p>
            <p className="mt-0.5 whitespace-pre-wrap wrap-anywhere">{outside.message}</p>
          </li>
        )}
      </ul>
    </Part>
  );
}

function History({ history }: { history: readonly Ruled[] }) {
  if (history.length === 0) return null;
  return (
    <Part title="Decisões anteriores sobre esta pessoa">
      <ul className="mt-2 grid gap-1.5 text-small">
        {history.slice(0, 5).map((one) => (
          <li key={one.id}>
            <span className="font-label">{DECIDED[one.decision]}</span>
            <span className="text-muted-foreground">
              {' '}
              em {formatDate(one.decided_at)}
              {one.appeal_outcome === 'overturned' && ', revista em recurso'}
              {one.reason && `: ${one.reason}`}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}
