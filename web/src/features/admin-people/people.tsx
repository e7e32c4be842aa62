import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { type PeopleFilters, paths } from '@/app/paths';
import { useSearchParams } from '@/lib/router';
import { Button } from '@/ui/button';
import { Empty } from '@/ui/empty';
import { ErrorNotice } from '@/ui/error-notice';
import { TextLink } from '@/ui/link';
import { Pager, pageOf } from '@/ui/pager';
import { PanelHeading } from '@/ui/panel-heading';
import { Loading, Skeleton } from '@/ui/skeleton';
import { InviteDialog } from './invite-dialog';
import { Filters } from './people-filters';
import { PeopleTable } from './people-table';
import { type PeoplePage, peopleQuery } from './queries';
import { explanation, loadFailed, noneFound } from './text';

const SKELETON_ROWS = [1, 2, 3, 4, 5, 6];

/** What the address asks for. */
function filtersOf(params: URLSearchParams): PeopleFilters {
  return {
    search: params.get('busca') ?? '',
    role: params.get('papel') ?? '',
    subscription: params.get('assinatura') ?? '',
    state: params.get('estado') ?? '',
    page: pageOf(params.get('pagina')),
  };
}

/** Everybody with an account: search, filters, and the way to each. */
export function People() {
  const [params] = useSearchParams();
  const filters = filtersOf(params);
  const found = useQuery({ ...peopleQuery(filters), placeholderData: (before) => before });
  const [inviting, setInviting] = useState(false);
  return (
    <>
      <PanelHeading title="Pessoas" count={found.data?.total}>
        <Button size="small" onClick={() => setInviting(true)}>
          <UserPlus aria-hidden="true" className="size-4" strokeWidth={1.8} />
          Convidar pessoa
        </Button>
      </PanelHeading>
      <p className="-mt-3 mb-8 max-w-[62ch] type-ui text-muted-foreground">{explanation}</p>
      <Filters filters={filters} />
      {found.data ? (
        <Found page={found.data} filters={filters} />
      ) : found.isError ? (
        <ErrorNotice {...loadFailed} onRetry={() => void found.refetch()} />
      ) : (
        <Loading label="Carregando as pessoas">
          {SKELETON_ROWS.map((row) => (
            <Skeleton key={row} className="mt-3 h-15 w-full" />
          ))}
        </Loading>
      )}
      <InviteDialog open={inviting} onClose={() => setInviting(false)} />
    </>
  );
}

function Found({ page, filters }: { page: PeoplePage; filters: PeopleFilters }) {
  if (page.people.length === 0) {
    return (
      <Empty {...noneFound}>
        <TextLink href={paths.adminPeople}>Ver todas as pessoas</TextLink>
      </Empty>
    );
  }
  return (
    <>
      <PeopleTable people={page.people} />
      <Pager
        page={filters.page ?? 1}
        perPage={page.per_page}
        total={page.total}
        hrefOf={(wanted) => paths.adminPeopleFound({ ...filters, page: wanted })}
      />
    </>
  );
}
