import { ExternalLink, RotateCcw, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { paths } from '@/app/pages';
import { hasExpired } from '@/entities/certificate';
import { formatDate } from '@/lib/format';
import { fillPath } from '@/lib/route-match';
import { IconAction } from '@/ui/icon-action';
import { Link } from '@/ui/link';
import { StateBadge } from '@/ui/state-badge';
import { DataListPage, useDataList } from '@/widgets/data-list';
import { type Column, DataTable } from '@/widgets/data-table';
import type { Filters } from '@/widgets/filters';
import { ReissueDialog, RevokeDialog } from './dialogs';
import { type CertificateFilters, type CertificatePage, type CertificateRow, certificateListQuery } from './queries';

const FILTERS: Filters<CertificateFilters, CertificatePage> = {
  search: { key: 'busca', type: 'search', label: 'Buscar', note: 'por nome, código ou curso' },
  course: {
    key: 'curso',
    label: 'Curso',
    options: ({ courses }) => [
      { value: '', label: 'Qualquer curso' },
      ...courses.map(({ id, title }) => ({ value: id, label: title })),
    ],
  },
  state: {
    key: 'situacao',
    label: 'Situação',
    all: 'Qualquer situação',
    options: { valido: 'Válidos', vencido: 'Vencidos', revogado: 'Revogados' },
  },
};

const publicPage = (code: string): string => fillPath(paths.certificate, { code });

function State({ certificate: { revoked_at: at, expires_at: until } }: { certificate: CertificateRow }) {
  if (at) return <StateBadge tone="failure">Revogado</StateBadge>;
  if (hasExpired(until)) return <StateBadge tone="waiting">Vencido</StateBadge>;
  return <StateBadge tone="success">Válido</StateBadge>;
}

/** The names it was issued to before. */
function formerNames({ former_names: names }: CertificateRow): string {
  const former = Array.isArray(names) ? names : [];
  return former
    .map((entry) => (entry && typeof entry === 'object' && 'name' in entry ? String(entry.name) : ''))
    .filter(Boolean)
    .join(', ');
}

interface Chosen {
  certificate: CertificateRow;
  action: 'revoke' | 'reissue';
}

/** Every certificate: found, opened, taken back, issued again. */
export function Certificates() {
  const list = useDataList(paths.adminCertificates, FILTERS, certificateListQuery);
  const [chosen, setChosen] = useState<Chosen>();
  const close = () => setChosen(undefined);
  const columns: readonly Column<CertificateRow>[] = [
    {
      head: 'Certificado',
      inBlock: true,
      strong: true,
      cell: (certificate) => (
        <>
          <span className="font-label [overflow-wrap:anywhere]">{certificate.holder_name}</span>
          <span className="block type-meta">{certificate.title}</span>
          {formerNames(certificate) && <span className="block type-meta">Antes: {formerNames(certificate)}</span>}
          {certificate.revoked_reason && (
            <span className="block type-meta">Motivo da revogação: {certificate.revoked_reason}</span>
          )}
        </>
      ),
    },
    {
      head: 'Situação',
      headClass: 'w-36',
      inBlock: true,
      cell: (certificate) => <State certificate={certificate} />,
    },
    {
      head: 'Código',
      headClass: 'w-52',
      inBlock: true,
      className: 'max-lg:order-2',
      cell: ({ code }) => (
        <Link
          href={publicPage(code)}
          newTab
          className="inline-flex min-h-11 items-center gap-1.5 whitespace-nowrap tabular-nums underline decoration-north underline-offset-4"
        >
          {code}
          <ExternalLink aria-hidden="true" className="size-4" strokeWidth={1.6} />
          <span className="sr-only">, página pública, abre em nova aba</span>
        </Link>
      ),
    },
    {
      head: 'Emissão',
      headClass: 'w-44',
      inBlock: true,
      className: 'tabular-nums max-lg:order-1 max-lg:text-small text-foreground-2',
      cell: ({ issued_at: at, reissued_at: again, expires_at: until }) => (
        <>
          <span className="lg:hidden">Emitido em </span>
          <time dateTime={at}>{formatDate(at)}</time>
          {again && <span className="block type-meta">de novo em {formatDate(again)}</span>}
          {until && (
            <span className="block type-meta">
              {hasExpired(until) ? 'venceu em' : 'vale até'} {formatDate(until)}
            </span>
          )}
        </>
      ),
    },
    {
      head: <span className="sr-only">Ações</span>,
      headClass: 'w-28',
      inBlock: true,
      className: 'max-lg:order-3 max-lg:-ml-3',
      cell: (certificate) => (
        <div className="flex gap-0.5">
          <IconAction
            hint="Reemitir"
            label={`Reemitir o certificado de ${certificate.holder_name}`}
            icon={RotateCcw}
            onClick={() => setChosen({ certificate, action: 'reissue' })}
          />
          {!certificate.revoked_at && (
            <IconAction
              hint="Revogar"
              label={`Revogar o certificado de ${certificate.holder_name}`}
              icon={ShieldOff}
              onClick={() => setChosen({ certificate, action: 'revoke' })}
            />
          )}
        </div>
      ),
    },
  ];
  return (
    <>
      <DataListPage
        list={list}
        title="Certificados"
        explanation="Os certificados emitidos, os mais novos primeiro. Revogar não apaga: a página pública continua e diz que o certificado não vale mais. Cada revogação e cada reemissão fica na auditoria."
        filtersClass="sm:grid-cols-[minmax(0,1fr)_15rem_13rem]"
        loading="Carregando os certificados"
        failed="Não foi possível carregar os certificados."
        rowsOf={({ rows }) => rows}
        empty={{
          title: 'Nenhum certificado encontrado',
          description: 'Nenhum certificado corresponde a esta busca e a estes filtros.',
        }}
        showAll="Ver todos os certificados"
        emptyYet={{
          title: 'Ainda não há certificados',
          description: 'Quem conclui um curso com certificado o emite na página do curso.',
        }}
      >
        {(certificates) => <DataTable columns={columns} rows={certificates} />}
      </DataListPage>
      {chosen?.action === 'revoke' && <RevokeDialog certificate={chosen.certificate} onClose={close} />}
      {chosen?.action === 'reissue' && <ReissueDialog certificate={chosen.certificate} onClose={close} />}
    </>
  );
}
