import { useQuery } from '@tanstack/react-query';
import { PencilLine, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { ContentCover } from '@/entities/content-cover';
import { readTime } from '@/entities/content-kind';
import { NEW_CONTENT, signedInPaths } from '@/entities/signed-in-paths';
import { formatDate, formatNumber } from '@/lib/format';
import { useNavigate } from '@/lib/router';
import { Button } from '@/ui/button';
import { GoLink, Link } from '@/ui/link';
import { Loaded, LoadFailed } from '@/ui/loaded';
import { PanelHeading } from '@/ui/panel-heading';
import { Empty } from '@/ui/start/empty';
import { StateBadges, TypeBadge } from './badges';
import { type ContentCounts, type ContentRow, contentCountsQuery, recentContentsQuery } from './queries';
import { emptyContents, LOAD_FAILED } from './text';

export interface OverviewProps {
  /** The address's section of all contents. */
  contentsSection: string;
  shortcuts: readonly { label: string; section: string }[];
  /** Above all else. */
  lead?: ReactNode;
  /** Between the quick actions and the recent contents. */
  children?: ReactNode;
}

export function Overview({ contentsSection, shortcuts, lead, children }: OverviewProps) {
  const navigate = useNavigate();
  const counts = useQuery(contentCountsQuery);
  const recent = useQuery(recentContentsQuery);
  const edit = (id: string) => navigate(signedInPaths.adminContent(id));
  return (
    <>
      <PanelHeading title="Visão Geral" />
      {lead}
      {counts.isError ? <LoadFailed title={LOAD_FAILED} query={counts} /> : <OverviewCounters counts={counts.data} />}
      <h3 className="sr-only">Ações rápidas</h3>
      <div className="mt-6 flex flex-wrap gap-3 max-sm:*:w-full">
        <Button variant="line" size="small" onClick={() => edit(NEW_CONTENT)}>
          <Plus aria-hidden="true" className="size-4" strokeWidth={1.8} />
          Novo Conteúdo
        </Button>
        {shortcuts.map((shortcut) => (
          <Button
            key={shortcut.section}
            variant="line"
            size="small"
            onClick={() => navigate(signedInPaths.adminPanel({ section: shortcut.section }))}
          >
            {shortcut.label}
          </Button>
        ))}
      </div>
      {children}
      <h3 className="mt-14 border-t border-border-strong pt-4 type-title-2">Conteúdos recentes</h3>
      <Loaded
        query={recent}
        failed={LOAD_FAILED}
        loading="Carregando os conteúdos recentes"
        skeleton={['mt-4 h-64 w-full']}
      >
        {(contents) => <RecentContents contents={contents} onEdit={edit} />}
      </Loaded>
      <GoLink href={signedInPaths.adminPanel({ section: contentsSection })} className="mt-4">
        Ver todos os conteúdos
      </GoLink>
    </>
  );
}

const COUNTERS: readonly { key: keyof ContentCounts; label: string; state?: string }[] = [
  { key: 'total', label: 'Total de Conteúdos' },
  { key: 'published', label: 'Publicados', state: 'published' },
  { key: 'featured', label: 'Em Destaque', state: 'featured' },
  { key: 'drafts', label: 'Rascunhos', state: 'draft' },
];

export function OverviewCounters({ counts }: { counts: ContentCounts | undefined }) {
  return (
    <dl className="grid grid-cols-2 border-t border-l border-border lg:grid-cols-4">
      {COUNTERS.map(({ key, label, state }) => (
        <div
          key={key}
          className="group relative flex flex-row-reverse flex-wrap items-baseline justify-end gap-x-3 border-r border-b border-border px-5 py-3 transition-colors duration-(--dur-1) hover:bg-card lg:px-6"
        >
          <dt className="type-ui text-muted-foreground">{label}</dt>
          <dd aria-busy={!counts} className="font-serif text-2xl leading-none tabular-nums">
            {counts ? (
              <Link
                href={signedInPaths.adminContents(state ? { situacao: state } : {})}
                aria-label={`${formatNumber(counts[key])} ${label}`}
                className="group-hover:text-north after:absolute after:inset-0"
              >
                {formatNumber(counts[key])}
              </Link>
            ) : (
              '\u2007'
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function RecentContents({
  contents,
  onEdit,
}: {
  contents: readonly ContentRow[];
  onEdit: (id: string) => void;
}) {
  if (contents.length === 0) return <Empty {...emptyContents} className="mt-4" />;
  return (
    <ul className="mt-2">
      {contents.map((content) => (
        <li
          key={content.id}
          className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-x-4 gap-y-2.5 border-b border-border py-3.5 lg:grid-cols-[4.5rem_minmax(0,1fr)_19rem_auto] lg:gap-x-6"
        >
          <ContentCover content={content} className="h-12 w-18 self-start" />
          <div>
            <p className="type-title-3">
              <Link href={signedInPaths.adminContent(content.id)} className="hover:text-north">
                {content.title}
              </Link>
            </p>
            <p className="type-meta">
              {[content.category, formatDate(content.created_at), readTime(content)].filter(Boolean).join(' · ')}
            </p>
          </div>
          <div className="flex flex-wrap gap-1.5 max-lg:col-start-2">
            <TypeBadge type={content.content_type} />
            <StateBadges content={content} />
          </div>
          <Button
            variant="ghost"
            size="small"
            className="justify-self-start max-lg:col-start-2 max-lg:-ml-4"
            onClick={() => onEdit(content.id)}
          >
            <PencilLine aria-hidden="true" className="size-4" strokeWidth={1.6} />
            Editar<span className="sr-only"> {content.title}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
