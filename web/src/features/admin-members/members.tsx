import { useQuery } from '@tanstack/react-query';
import { Gift } from 'lucide-react';
import { useState } from 'react';
import { type MembersFilters, paths } from '@/app/paths';
import { useSearchParams } from '@/lib/router';
import { Button } from '@/ui/button';
import { Empty } from '@/ui/empty';
import { ErrorNotice } from '@/ui/error-notice';
import { TextLink } from '@/ui/link';
import { Pager, pageOf } from '@/ui/pager';
import { PanelHeading } from '@/ui/panel-heading';
import { Loading, Skeleton } from '@/ui/skeleton';
import { CourtesyDialog } from './courtesy-dialog';
import { IncomeGlance } from './income';
import { Filters } from './members-filters';
import { MembersTable } from './members-table';
import { type MembersPage, membersQuery } from './queries';
import { explanation, loadFailed, noneFound } from './text';

const SKELETON_ROWS = [1, 2, 3, 4, 5, 6];

/** What the address asks for. */
function filtersOf(params: URLSearchParams): MembersFilters {
  return {
    search: params.get('busca') ?? '',
    state: params.get('situacao') ?? '',
    plan: params.get('plano') ?? '',
    page: pageOf(params.get('pagina')),
  };
}

/** What the members bring in, and who they are. */
export function Members() {
  const [params] = useSearchParams();
  const filters = filtersOf(params);
  const found = useQuery({ ...membersQuery(filters), placeholderData: (before) => before });
  const [giving, setGiving] = useState(false);
  return (
    <>
      <PanelHeading title="Membros" count={found.data?.total}>
        <Button size="small" onClick={() => setGiving(true)}>
          <Gift aria-hidden="true" className="size-4" strokeWidth={1.8} />
          Dar cortesia
        </Button>
      </PanelHeading>
      <p className="-mt-3 mb-8 max-w-[62ch] type-ui text-muted-foreground">{explanation}</p>
      <IncomeGlance />
      <Filters filters={filters} />
      {found.data ? (
        <Found page={found.data} filters={filters} />
      ) : found.isError ? (
        <ErrorNotice {...loadFailed} onRetry={() => void found.refetch()} />
      ) : (
        <Loading label="Carregando os membros">
          {SKELETON_ROWS.map((row) => (
            <Skeleton key={row} className="mt-3 h-15 w-full" />
          ))}
        </Loading>
      )}
      <CourtesyDialog open={giving} onClose={() => setGiving(false)} />
    </>
  );
}

function Found({ page, filters }: { page: MembersPage; filters: MembersFilters }) {
  if (page.members.length === 0) {
    return (
      <Empty {...noneFound}>
        <TextLink href={paths.adminMembers}>Ver todos os membros</TextLink>
      </Empty>
    );
  }
  return (
    <>
      <MembersTable members={page.members} />
      <Pager
        page={filters.page ?? 1}
        perPage={page.per_page}
        total={page.total}
        hrefOf={(wanted) => paths.adminMembersFound({ ...filters, page: wanted })}
      />
    </>
  );
}
