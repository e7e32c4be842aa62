import { useQuery } from '@tanstack/react-query';
import { CalendarClock, Check, CircleAlert, type LucideIcon, Send, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { cx } from '@/lib/cx';
import { Button } from '@/ui/button';
import { Part } from '@/ui/panel-part';
import { ANYONE, type CampaignView, emailQuery, outsideQuery, readersQuery } from '../queries';
import { peopleText } from '../text';
import { CancelButton } from './cancel-button';
import { type Check as CheckOf, checksOf } from './checks';
import { SendDialog } from './send-dialog';

const MARKS: Readonly<Record<CheckOf['state'], { icon: LucideIcon; look: string; word: string }>> = {
  right: { icon: Check, look: 'text-success', word: 'Em ordem' },
  doubt: { icon: TriangleAlert, look: 'text-warning', word: 'Olhe antes' },
  wrong: { icon: CircleAlert, look: 'text-destructive', word: 'Impede o envio' },
};

export interface SendingProps {
  campaign: CampaignView;
  isDirty: boolean;
  /** The address to which a test went since the last change. */
  tested: string | undefined;
}

/** The checks before a draft goes out, and the ways to send it. */
export function Sending({ campaign, isDirty, tested }: SendingProps) {
  const [dialog, setDialog] = useState<'now' | 'later'>();
  const email = useQuery(emailQuery(campaign.number, campaign.updated_at, ANYONE));
  const outside = useQuery(outsideQuery(campaign.number, campaign.updated_at));
  const readers = useQuery(readersQuery(campaign.list, campaign.segment));
  // The number of another segment stays only where it is seen to be counted.
  const count = readers.isPlaceholderData ? undefined : readers.data?.count;
  const checks =
    email.data && !email.isError
      ? checksOf({ email: email.data, readers: count, outside: outside.isError ? null : outside.data, tested })
      : [];
  const isHeld = isDirty || !count || checks.length === 0 || checks.some(({ state }) => state === 'wrong');
  return (
    <>
      <Part title="Conferência" about="O que olhamos antes de a carta sair.">
        {checks.length > 0 ? (
          <Checklist checks={checks} />
        ) : (
          <p role="status" className="type-ui text-muted-foreground">
            {email.isError ? 'A carta ainda não pode sair: veja o motivo na prévia.' : 'Conferindo a carta...'}
          </p>
        )}
      </Part>
      <Part title="Envio" about="Nada sai antes de você digitar o número de pessoas.">
        <div className="flex flex-wrap items-center gap-3 max-sm:*:w-full">
          <Button size="small" disabled={isHeld} onClick={() => setDialog('now')}>
            <Send aria-hidden="true" className="size-4" strokeWidth={1.6} />
            {count && !isDirty ? `Enviar a ${peopleText(count)}` : 'Enviar'}
          </Button>
          <Button variant="line" size="small" disabled={isHeld} onClick={() => setDialog('later')}>
            <CalendarClock aria-hidden="true" className="size-4" strokeWidth={1.6} />
            Agendar
          </Button>
          <CancelButton campaign={campaign} />
        </div>
        {isDirty && <p className="mt-3 type-meta">Salve o rascunho antes de enviar.</p>}
      </Part>
      {dialog && <SendDialog campaign={campaign} isLater={dialog === 'later'} onClose={() => setDialog(undefined)} />}
    </>
  );
}

function Checklist({ checks }: { checks: readonly CheckOf[] }) {
  return (
    <ul className="border-t border-border">
      {checks.map(({ label, state, detail }) => {
        const { icon: Icon, look, word } = MARKS[state];
        return (
          <li
            key={label}
            className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-b border-border py-3 type-ui sm:grid-cols-[auto_13rem_minmax(0,1fr)]"
          >
            <Icon aria-hidden="true" className={cx('mt-0.5 size-4.5', look)} strokeWidth={1.8} />
            <span>
              <span className="sr-only">{word}: </span>
              {label}
            </span>
            <span className="text-muted-foreground max-sm:col-start-2 [overflow-wrap:anywhere]">{detail}</span>
          </li>
        );
      })}
    </ul>
  );
}
