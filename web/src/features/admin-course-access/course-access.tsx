import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type CourseAccessFilters, paths } from '@/app/paths';
import { useSearchParams } from '@/lib/router';
import { Button } from '@/ui/button';
import { Empty } from '@/ui/empty';
import { ErrorNotice } from '@/ui/error-notice';
import { TextLink } from '@/ui/link';
import { Pager, pageOf } from '@/ui/pager';
import { PanelHeading } from '@/ui/panel-heading';
import { Loading, Skeleton } from '@/ui/skeleton';
import { GrantDialog } from './grant-dialog';
import { type CourseRecord, PER_PAGE, type RecordsPage, recordsQuery } from './queries';
import { RecordFilters } from './record-filters';
import { RecordsTable } from './records-table';
import { explanation, loadFailed, noneFound, noneYet } from './text';

const SKELETON_ROWS = [1, 2, 3, 4, 5];

/** Stands for a record that is still to be made. */
const NEW = 'new';

/** What the address asks for. */
function filtersOf(params: URLSearchParams): CourseAccessFilters {
  return {
    search: params.get('busca') ?? '',
    state: params.get('estado') ?? '',
    page: pageOf(params.get('pagina')),
  };
}

/** Who may enter the external courses: search, and what can be done by hand. */
export function CourseAccess() {
  const [params] = useSearchParams();
  const filters = filtersOf(params);
  const found = useQuery({ ...recordsQuery(filters), placeholderData: (before) => before });
  const [writing, setWriting] = useState<CourseRecord | typeof NEW>();
  return (
    <>
      <PanelHeading title="Acesso aos cursos" count={found.data?.total}>
        <Button size="small" onClick={() => setWriting(NEW)}>
          <Plus aria-hidden="true" className="size-4" strokeWidth={1.8} />
          Liberar acesso
        </Button>
      </PanelHeading>
      <p className="-mt-3 mb-8 max-w-[62ch] type-ui text-muted-foreground">{explanation}</p>
      <RecordFilters filters={filters} />
      {found.data ? (
        <Found page={found.data} filters={filters} onWrite={setWriting} />
      ) : found.isError ? (
        <ErrorNotice {...loadFailed} onRetry={() => void found.refetch()} />
      ) : (
        <Loading label="Carregando os acessos">
          {SKELETON_ROWS.map((row) => (
            <Skeleton key={row} className="mt-3 h-15 w-full" />
          ))}
        </Loading>
      )}
      <GrantDialog
        open={writing !== undefined}
        record={writing === NEW ? undefined : writing}
        suggestedUrl={found.data?.records.find((record) => record.course_url)?.course_url ?? ''}
        onClose={() => setWriting(undefined)}
      />
    </>
  );
}

interface FoundProps {
  page: RecordsPage;
  filters: CourseAccessFilters;
  onWrite: (record: CourseRecord) => void;
}

function Found({ page, filters, onWrite }: FoundProps) {
  if (page.records.length === 0) {
    const isNarrowed = Boolean(filters.search || filters.state || filters.page !== 1);
    return (
      <Empty {...(isNarrowed ? noneFound : noneYet)}>
        {isNarrowed && <TextLink href={paths.adminCourseAccess}>Ver todos os acessos</TextLink>}
      </Empty>
    );
  }
  return (
    <>
      <RecordsTable records={page.records} onWrite={onWrite} />
      <Pager
        page={filters.page ?? 1}
        perPage={PER_PAGE}
        total={page.total}
        hrefOf={(wanted) => paths.adminCourseAccessFound({ ...filters, page: wanted })}
      />
    </>
  );
}
