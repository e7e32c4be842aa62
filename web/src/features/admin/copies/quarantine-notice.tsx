import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { usePanelAccess } from '@/entities/panel-access';
import { formatDateTime, formatNumber } from '@/lib/format';
import { ActionButton } from '@/widgets/action-button';
import { QUARANTINE, type QuarantineShown, quarantineQuery } from './queries';

/** Tells administrators that a restored site waits, what is due, and lets it work. */
export function QuarantineNotice() {
  const { isAdmin } = usePanelAccess();
  const { data } = useQuery({ ...quarantineQuery, enabled: isAdmin });
  return data ? <Notice {...data} /> : null;
}

function Notice({ backup_made_at: madeAt, due }: QuarantineShown) {
  return (
    <section
      aria-label="Site em quarentena"
      className="mt-6 flex flex-wrap items-start gap-x-4 gap-y-3 border border-destructive bg-card p-4 type-ui"
    >
      <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-destructive" strokeWidth={1.6} />
      <div className="min-w-0 flex-1 basis-64">
        <p>
          <strong className="font-label">O site está em quarentena.</strong> Ele foi restaurado da cópia de{' '}
          <span className="tabular-nums">{formatDateTime(madeAt)}</span> e responde às visitas, mas não envia e-mails,
          não chama outros serviços nem executa rotinas.
        </p>
        <Due due={due} />
      </div>
      <ActionButton
        call={{ name: 'end-quarantine', body: {} }}
        refreshes={[QUARANTINE]}
        failure="O site não foi retomado."
        busyLabel="Retomando..."
        question={{
          title: 'Retomar o site?',
          description:
            'Tudo o que está à espera começa em instantes: e-mails e cartas saem, pagamentos são lidos, rotinas são executadas. Antes, desligue o servidor anterior: com os dois no ar, cada mensagem sai duas vezes.',
          action: 'Retomar',
          keep: 'Ainda não',
        }}
      >
        Retomar
      </ActionButton>
    </section>
  );
}

function Due({ due }: Pick<QuarantineShown, 'due'>) {
  if (due.length === 0) return <p className="mt-2 type-meta">Nada está à espera.</p>;
  return (
    <>
      <p className="mt-2 type-meta">À espera:</p>
      <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1 tabular-nums">
        {due.map(({ label, count }) => (
          <li key={label}>
            {label}: {formatNumber(count)}
          </li>
        ))}
      </ul>
    </>
  );
}
