import { paths } from '@/app/pages';
import { ServerCsvButton } from '@/widgets/csv-button';
import { DataListPage, useDataList } from '@/widgets/data-list';
import type { Filters } from '@/widgets/filters';
import { AuditRow } from './audit-row';
import { type AuditFilters, type AuditPage, auditQuery, auditRequest } from './queries';
import { accountName, PROGRAM } from './text';

/** The actors of the page, and the person the address names. */
function people({ actors, entries }: AuditPage, asked: string) {
  const options = actors.map((actor) => ({ value: actor.id, label: accountName(actor) }));
  if (asked && asked !== 'program' && !actors.some(({ id }) => id === asked)) {
    const named = entries.flatMap(({ person }) => person ?? []).find(({ id }) => id === asked);
    options.push({ value: asked, label: accountName(named ?? { id: asked, name: null }) });
  }
  return [{ value: '', label: 'Todas' }, ...options, { value: 'program', label: PROGRAM }];
}

function actions({ actions: called }: AuditPage) {
  return [{ value: '', label: 'Todas' }, ...called.map(({ action, label }) => ({ value: action, label }))];
}

const FILTERS: Filters<AuditFilters, AuditPage> = {
  person: { key: 'pessoa', label: 'Pessoa', options: people },
  action: { key: 'acao', label: 'Ação', options: actions },
  since: { key: 'de', type: 'date', label: 'De' },
  until: { key: 'ate', type: 'date', label: 'Até' },
};

const SKELETON_ROWS = Array.from({ length: 5 }, () => 'mt-3 h-20 w-full');

export function AuditLog() {
  const list = useDataList(paths.adminAudit, FILTERS, auditQuery);
  return (
    <DataListPage
      list={list}
      title="Auditoria"
      explanation="Ações de administradores, editores, moderadores e integrações. Os registros não podem ser apagados nem alterados."
      action={<ServerCsvButton name="auditoria" call={{ name: 'export-audit-log', body: auditRequest(list.values) }} />}
      filtersClass="sm:grid-cols-2 xl:grid-cols-[1fr_1fr_12rem_12rem]"
      loading="Carregando a auditoria"
      skeletonRows={SKELETON_ROWS}
      failed="Não foi possível carregar a auditoria."
      rowsOf={({ entries }) => entries}
      empty={{ title: 'Nenhum registro encontrado', description: 'Nada foi feito com estes filtros.' }}
      showAll="Ver tudo"
    >
      {(entries, { names }) => (
        <ol className="border-t border-border-strong">
          {entries.map((entry) => (
            <AuditRow key={entry.id} entry={entry} names={names} />
          ))}
        </ol>
      )}
    </DataListPage>
  );
}
