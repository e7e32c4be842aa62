import { useQuery } from '@tanstack/react-query';
import { type AuditFilters, paths } from '@/app/paths';
import { useSearchParams } from '@/lib/router';
import { Empty } from '@/ui/empty';
import { ErrorNotice } from '@/ui/error-notice';
import { TextLink } from '@/ui/link';
import { Pager, pageOf } from '@/ui/pager';
import { PanelHeading } from '@/ui/panel-heading';
import { Loading, Skeleton } from '@/ui/skeleton';
import { ActRow } from './act-row';
import { Filters } from './acts-filters';
import { type ActsPage, actsQuery } from './queries';
import { explanation, loadFailed, nothingFound } from './text';

const SKELETON_ROWS = [1, 2, 3, 4, 5];

function filtersOf(params: URLSearchParams): AuditFilters {
  return {
    person: params.get('pessoa') ?? '',
    action: params.get('acao') ?? '',
    since: params.get('de') ?? '',
    until: params.get('ate') ?? '',
    page: pageOf(params.get('pagina')),
  };
}

/** The audit trail, newest first. */
export function Acts() {
  const [params] = useSearchParams();
  const filters = filtersOf(params);
  const found = useQuery({ ...actsQuery(filters), placeholderData: (before) => before });
  return (
    <>
      <PanelHeading title="Auditoria" count={found.data?.total} />
      <p className="-mt-3 mb-8 max-w-[62ch] type-ui text-muted-foreground">{explanation}</p>
      {found.data ? (
        <>
          <Filters filters={filters} page={found.data} />
          <Found page={found.data} filters={filters} />
        </>
      ) : found.isError ? (
        <ErrorNotice {...loadFailed} onRetry={() => void found.refetch()} />
      ) : (
        <Loading label="Carregando a auditoria">
          {SKELETON_ROWS.map((row) => (
            <Skeleton key={row} className="mt-3 h-20 w-full" />
          ))}
        </Loading>
      )}
    </>
  );
}

function Found({ page, filters }: { page: ActsPage; filters: AuditFilters }) {
  if (page.acts.length === 0) {
    return (
      <Empty {...nothingFound}>
        <TextLink href={paths.adminAudit}>Ver tudo</TextLink>
      </Empty>
    );
  }
  return (
    <>
      <ol className="border-t border-border-strong">
        {page.acts.map((act) => (
          <ActRow key={act.id} act={act} names={page.names} />
        ))}
      </ol>
      <Pager
        page={filters.page ?? 1}
        perPage={page.per_page}
        total={page.total}
        hrefOf={(wanted) => paths.adminAuditFound({ ...filters, page: wanted })}
      />
    </>
  );
}
