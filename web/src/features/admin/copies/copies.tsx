import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatAgo, formatDateTime } from '@/lib/format';
import { useNow } from '@/lib/use-now';
import { Loaded } from '@/ui/loaded';
import { PanelHeading } from '@/ui/panel-heading';
import { SoftBreaks } from '@/ui/soft-breaks';
import { Empty } from '@/ui/start/empty';
import { StateBadge } from '@/ui/state-badge';
import { ActionButton } from '@/widgets/action-button';
import { type Column, DataTable } from '@/widgets/data-table';
import { COPIES, type ContinuousShown, type CopiesList, type CopyShown, type CopyTarget, copiesQuery } from './queries';
import { contentsOf, continuousStateOf, planOf, stateOf } from './text';

export interface CopiesProps {
  /** The button that downloads a copy; built by another feature, because it may ask for proof. */
  download: (name: string) => ReactNode;
}

type Row = CopyShown & { id: string };

/** The copies of the installation: age, size, contents and last proof. */
export function Copies({ download }: CopiesProps) {
  const query = useQuery(copiesQuery);
  const target = query.data?.target;
  return (
    <>
      <PanelHeading title="Cópias">
        {target && (
          <ActionButton
            call={{ name: 'make-copy', body: {} }}
            refreshes={[COPIES]}
            failure="A cópia não foi feita."
            busyLabel="Copiando..."
          >
            Fazer uma cópia agora
          </ActionButton>
        )}
      </PanelHeading>
      <p className="-mt-3 mb-8 max-w-[62ch] type-ui text-muted-foreground">
        Cópias de segurança do site inteiro: registros, arquivos e os seus textos. Toda segunda-feira a mais nova é
        restaurada à parte e conferida. Horários de São Paulo.
      </p>
      <Loaded
        query={query}
        failed="Não foi possível carregar as cópias."
        loading="Carregando as cópias"
        skeleton={['h-6 w-80 max-w-full', 'mt-8 h-15 w-full', 'mt-3 h-15 w-full', 'mt-3 h-15 w-full']}
      >
        {(list) => <List list={list} download={download} />}
      </Loaded>
    </>
  );
}

function List({ list: { target, continuous, unreachable, copies }, download }: { list: CopiesList } & CopiesProps) {
  const now = useNow();
  return (
    <>
      {target ? <Plan target={target} /> : copies.length > 0 && <NoTarget />}
      {continuous && <ContinuousCopy state={continuous} now={now} />}
      {unreachable && (
        <p role="alert" className="mb-6 flex gap-2 type-ui text-destructive">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" strokeWidth={1.6} />
          <span className="[overflow-wrap:anywhere]">{unreachable}</span>
        </p>
      )}
      {copies.length > 0 ? (
        <DataTable columns={columnsOf(download, now)} rows={copies.map((copy) => ({ ...copy, id: copy.name }))} />
      ) : target ? (
        <Empty
          title="Nenhuma cópia ainda"
          description="A primeira é feita no próximo horário. Você também pode fazer uma agora."
        />
      ) : (
        <NoTarget />
      )}
    </>
  );
}

function Plan({ target }: { target: CopyTarget }) {
  return (
    <p className="mb-6 max-w-[62ch] type-ui [overflow-wrap:anywhere]">
      {planOf(target)} Destino: <SoftBreaks text={target.address} />
    </p>
  );
}

function ContinuousCopy({ state, now }: { state: ContinuousShown; now: number }) {
  const { label, tone, sentence } = continuousStateOf(state, now);
  return (
    <section aria-label="Cópia contínua" className="mb-8 max-w-[62ch] type-ui">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="font-medium">Cópia contínua</strong>
        <StateBadge tone={tone}>{label}</StateBadge>
      </p>
      <p className="mt-1 text-muted-foreground">{sentence}</p>
      {state.trouble && (
        <p className="mt-1 text-destructive [overflow-wrap:anywhere]">
          <SoftBreaks text={state.trouble} />
        </p>
      )}
    </section>
  );
}

function NoTarget() {
  return (
    <Empty
      title="Nenhum destino configurado"
      description={
        <>
          Sem destino, nada é copiado sozinho. No arquivo <code>ateneu.toml</code> do servidor, em{' '}
          <code>[backups]</code>, informe em <code>target</code> uma pasta em outra máquina ou um espaço S3, e reinicie
          o site.
        </>
      }
      className="mb-6"
    />
  );
}

const columnsOf = (download: CopiesProps['download'], now: number): readonly Column<Row>[] => [
  {
    head: 'Cópia',
    inBlock: true,
    strong: true,
    cell: ({ started_at: at }) => (
      <>
        <span className="font-label tabular-nums">{formatDateTime(at)}</span>
        <span className="block type-meta">{formatAgo(at, now)}</span>
      </>
    ),
  },
  { head: 'Situação', headClass: 'w-48', inBlock: true, cell: (copy) => <State {...copy} /> },
  { head: 'Conteúdo', inBlock: true, cell: (copy) => <Contents {...copy} /> },
  { head: 'Conferência', inBlock: true, cell: (copy) => <Proof {...copy} /> },
  {
    head: 'Ações',
    headClass: 'w-32',
    inBlock: true,
    cell: ({ state, is_kept: isKept, name }) => state === 'done' && isKept && download(name),
  },
];

function State({ error, ...copy }: Row) {
  const { label, tone } = stateOf(copy);
  return (
    <>
      <StateBadge tone={tone}>{label}</StateBadge>
      {error && (
        <span className="mt-1 block type-meta [overflow-wrap:anywhere]">
          <SoftBreaks text={error} />
        </span>
      )}
    </>
  );
}

function Contents({ encrypted, ...copy }: Row) {
  return (
    <span className="type-ui tabular-nums">
      {contentsOf(copy)}
      {encrypted && copy.state === 'done' && <span className="block type-meta">Criptografada</span>}
    </span>
  );
}

function Proof({ state, proof, proved_at: at, proof_error: error }: Row) {
  if (state !== 'done') return null;
  if (!(proof && at)) return <span className="type-meta">Ainda não conferida</span>;
  return (
    <>
      <StateBadge tone={proof === 'passed' ? 'success' : 'failure'}>
        {proof === 'passed' ? 'Restaurável' : 'Não restaurável'}
      </StateBadge>
      <span className="mt-1 block type-meta tabular-nums [overflow-wrap:anywhere]">
        {formatDateTime(at)}
        {error && <> · {error}</>}
      </span>
    </>
  );
}
