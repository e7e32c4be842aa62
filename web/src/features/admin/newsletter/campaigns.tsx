import { Plus } from 'lucide-react';
import { paths } from '@/app/pages';
import { formatCount, formatDateTime, formatNumber } from '@/lib/format';
import { ButtonLink, Link } from '@/ui/link';
import { DataListPage, useDataList } from '@/widgets/data-list';
import { type Column, DataTable } from '@/widgets/data-table';
import type { Filters } from '@/widgets/filters';
import { letterPaths, NEW_CAMPAIGN } from './links';
import { type CampaignsPage, type CampaignView, campaignsQuery } from './queries';
import { CampaignMark } from './state-mark';
import { LIST_NAMES } from './text';

const FILTERS: Filters<{ page: number }, CampaignsPage> = {};

interface Row extends CampaignView {
  id: number;
}

/** Returns the time of a campaign's last step, as text. */
function whenText({ state, scheduled_at: scheduled, started_at: started, finished_at: finished, updated_at }: Row) {
  if (state === 'done' && finished) return `Concluída em ${formatDateTime(finished)}`;
  if (state === 'cancelled' && finished) return `Cancelada em ${formatDateTime(finished)}`;
  if (started) return `Começou em ${formatDateTime(started)}`;
  if (scheduled) return `Marcada para ${formatDateTime(scheduled)}`;
  return `Salva em ${formatDateTime(updated_at)}`;
}

const figure = (of: (row: Row) => number) => (row: Row) => (row.started_at ? formatNumber(of(row)) : '–');

const FIGURE = { headClass: 'w-32 text-right', className: 'text-right tabular-nums' };

const COLUMNS: readonly Column<Row>[] = [
  {
    head: 'Assunto',
    inBlock: true,
    cell: (row) => (
      <>
        <Link
          href={letterPaths.campaign(row.number)}
          className="font-label [overflow-wrap:anywhere] after:absolute after:inset-0 hover:text-north"
        >
          {row.subject}
        </Link>
        <span className="block type-meta">{LIST_NAMES[row.list]}</span>
        <span className="block type-meta tabular-nums lg:hidden">
          {[
            row.started_at && formatCount(row.counts.recipients, 'destinatário', 'destinatários'),
            row.started_at && formatCount(row.counts.delivered, 'entregue', 'entregues'),
            row.counts.failed > 0 && formatCount(row.counts.failed, 'falhou', 'falharam'),
            whenText(row),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </>
    ),
  },
  { head: 'Situação', headClass: 'w-36', inBlock: true, cell: ({ state }) => <CampaignMark state={state} /> },
  { head: 'Destinatários', cell: figure(({ counts }) => counts.recipients), ...FIGURE },
  { head: 'Entregues', cell: figure(({ counts }) => counts.delivered), ...FIGURE },
  { head: 'Falhas', cell: figure(({ counts }) => counts.failed), ...FIGURE, headClass: 'w-24 text-right' },
  { head: 'Quando', headClass: 'w-64', className: 'type-meta', cell: whenText },
];

function NewButton() {
  return (
    <ButtonLink href={letterPaths.campaign(NEW_CAMPAIGN)} size="small">
      <Plus aria-hidden="true" className="size-4" strokeWidth={1.8} />
      Nova campanha
    </ButtonLink>
  );
}

/** The campaigns, the newest first. */
export function Campaigns() {
  const list = useDataList(paths.adminCampaigns, FILTERS, campaignsQuery);
  const isEmpty = list.result.data?.total === 0;
  return (
    <DataListPage
      list={list}
      title="Campanhas"
      explanation="Uma campanha leva uma carta a uma lista: você escolhe quem recebe, confere, e ela sai no ritmo do servidor de e-mail."
      action={isEmpty ? undefined : <NewButton />}
      loading="Carregando as campanhas"
      failed="Não foi possível carregar as campanhas."
      rowsOf={({ campaigns }) => campaigns.map((row) => ({ ...row, id: row.number }))}
      empty={{ title: 'Não há campanhas nesta página', description: 'A lista ficou mais curta desde que foi aberta.' }}
      showAll="Ver as campanhas mais novas"
      emptyYet={{
        title: 'Nenhuma campanha ainda',
        description:
          'Escreva uma carta nos conteúdos, crie uma campanha para ela e escolha a lista. Nada sai antes de você confirmar o número de pessoas.',
        action: <NewButton />,
      }}
    >
      {(rows) => <DataTable columns={COLUMNS} rows={rows} />}
    </DataListPage>
  );
}
