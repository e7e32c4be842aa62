import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { NEW_CONTENT, paths } from '@/app/paths';
import { useNavigate } from '@/lib/router';
import { Button } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { GoLink } from '@/ui/link';
import { PanelHeading } from '@/ui/panel-heading';
import { Loading, Skeleton } from '@/ui/skeleton';
import { OverviewCounters } from './overview-counters';
import { contentCountsQuery, recentContentsQuery } from './queries';
import { RecentContents } from './recent-contents';
import { loadFailed } from './text';

export interface OverviewProps {
  /** The section of this overview and that of all contents, as in the address. */
  section: string;
  contentsSection: string;
  /** Sections that have a quick action. */
  shortcuts: readonly { label: string; section: string }[];
}

/** The state of the contents at a glance, and the ways on. */
export function Overview({ section, contentsSection, shortcuts }: OverviewProps) {
  const navigate = useNavigate();
  const counts = useQuery(contentCountsQuery);
  const recent = useQuery(recentContentsQuery);
  const edit = (id: string) => navigate(paths.adminPanel({ section, content: id }));
  return (
    <>
      <PanelHeading title="Visão Geral" />
      {counts.isError ? (
        <ErrorNotice {...loadFailed} onRetry={() => void counts.refetch()} />
      ) : (
        <OverviewCounters counts={counts.data} />
      )}
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
            onClick={() => navigate(paths.adminPanel({ section: shortcut.section }))}
          >
            {shortcut.label}
          </Button>
        ))}
      </div>
      <h3 className="mt-14 border-t border-border-strong pt-4 type-title-2">Conteúdos recentes</h3>
      {recent.data ? (
        <RecentContents contents={recent.data} onEdit={edit} />
      ) : recent.isError ? (
        <ErrorNotice {...loadFailed} onRetry={() => void recent.refetch()} />
      ) : (
        <Loading label="Carregando os conteúdos recentes">
          <Skeleton className="mt-4 h-64 w-full" />
        </Loading>
      )}
      <GoLink href={paths.adminPanel({ section: contentsSection })} className="mt-4">
        Ver todos os conteúdos
      </GoLink>
    </>
  );
}
