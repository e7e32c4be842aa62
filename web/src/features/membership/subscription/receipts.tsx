import { useQuery } from '@tanstack/react-query';
import { withPeriod } from '@/entities/plan/plan-period';
import { planName } from '@/entities/plan-names';
import { formatCurrency, formatDate, isoDay } from '@/lib/format';
import { ErrorNotice } from '@/ui/error-notice';
import { TextLink } from '@/ui/link';
import { Loading, Skeleton } from '@/ui/skeleton';
import { StateBadge } from '@/ui/state-badge';
import { Table, TableCell, TableHeadCell, TableRow } from '@/ui/table';
import { describeReceipt, receiptDay } from './labels';
import { type Receipt, receiptsQuery } from './queries';

export function Receipts({ userId }: { userId: string }) {
  const { data, isError, refetch } = useQuery(receiptsQuery(userId));
  return (
    <section aria-labelledby="recibos" className="border-t border-border-strong pt-4">
      <h2 id="recibos" className="mb-5 type-title-2">
        Recibos
      </h2>
      {data ? (
        <List receipts={data} />
      ) : isError ? (
        <ErrorNotice title="Não foi possível carregar os recibos." onRetry={() => void refetch()} />
      ) : (
        <Loading>
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} className="mb-3 h-11 w-full" />
          ))}
        </Loading>
      )}
    </section>
  );
}

function List({ receipts }: { receipts: readonly Receipt[] }) {
  if (receipts.length === 0) return <p className="text-base text-muted-foreground">Nenhuma cobrança até aqui.</p>;
  const taxId = receipts.find(({ tax_id: id }) => id)?.tax_id;
  return (
    <>
      {taxId && <p className="mb-4 type-meta">CPF ou CNPJ dos recibos: {taxId}</p>}
      <Table aria-labelledby="recibos">
        <thead>
          <tr>
            <TableHeadCell>Data</TableHeadCell>
            <TableHeadCell className="max-sm:hidden">Plano</TableHeadCell>
            <TableHeadCell className="text-right">Valor</TableHeadCell>
            <TableHeadCell>Situação</TableHeadCell>
            <TableHeadCell className="max-sm:hidden">Recibo</TableHeadCell>
          </tr>
        </thead>
        <tbody>
          {receipts.map((receipt) => (
            <ReceiptRow key={receipt.id} receipt={receipt} />
          ))}
        </tbody>
      </Table>
    </>
  );
}

function ReceiptRow({ receipt }: { receipt: Receipt }) {
  const { word, tone } = describeReceipt(receipt);
  const plan = receipt.plan ? withPeriod(planName(receipt.plan), receipt.period) : 'Outro produto';
  return (
    <TableRow>
      <TableCell className="tabular-nums">
        <time dateTime={isoDay(receipt.created_at)}>{formatDate(receipt.created_at)}</time>
        <span className="block type-meta sm:hidden">{plan}</span>
        <span className="block sm:hidden">
          <ReceiptLink receipt={receipt} />
        </span>
      </TableCell>
      <TableCell className="max-sm:hidden">{plan}</TableCell>
      <TableCell className="text-right whitespace-nowrap tabular-nums">
        {formatCurrency(receipt.amount / 100)}
      </TableCell>
      <TableCell>
        <StateBadge tone={tone}>{word}</StateBadge>
      </TableCell>
      <TableCell className="max-sm:hidden">
        <ReceiptLink receipt={receipt} />
      </TableCell>
    </TableRow>
  );
}

function ReceiptLink({ receipt }: { receipt: Receipt }) {
  const address = receipt.hosted_url ?? receipt.pdf_url;
  if (!address) return <span className="type-meta">{receipt.number ?? '–'}</span>;
  return (
    <TextLink href={address} newTab className="inline-flex min-h-11 items-center">
      {receipt.status === 'open' ? 'Ver cobrança' : 'Ver recibo'}
      <span className="sr-only">{receiptDay(receipt)}</span>
    </TextLink>
  );
}
