import { CalendarClock, PencilLine, Send } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '@/lib/format';
import { functionAnswer } from '@/lib/functions';
import { Button } from '@/ui/button';
import { Part } from '@/ui/panel-part';
import { useAction } from '@/widgets/use-action';
import { CAMPAIGN_CHANGED, type CampaignView } from '../queries';
import { ReadersPreview } from '../segments/readers-preview';
import { CancelButton } from './cancel-button';
import { EmailPreview } from './email-preview';
import { SendDialog } from './send-dialog';

/** A campaign that waits for its time. */
export function Scheduled({ campaign }: { campaign: CampaignView }) {
  const [dialog, setDialog] = useState<'now' | 'later'>();
  const { number, list, segment, scheduled_at: at } = campaign;
  const withdrawing = useAction({
    run: () => functionAnswer('pause-campaign', { number }),
    done: { title: 'A campanha voltou a ser rascunho', tone: 'success' },
    failure: 'Não foi possível desfazer o agendamento.',
    refreshes: CAMPAIGN_CHANGED,
  });
  return (
    <>
      <Part title="Envio agendado" about="Os destinatários são fixados no momento em que o envio começa.">
        <p className="type-display-3 tabular-nums">{at && formatDateTime(at)}</p>
        <p className="mt-1 type-meta">Horário de São Paulo.</p>
        <div className="mt-6 flex flex-wrap items-center gap-3 max-sm:*:w-full">
          <Button
            size="small"
            busy={withdrawing.isPending}
            busyLabel="Desfazendo..."
            onClick={() => withdrawing.mutate()}
          >
            <PencilLine aria-hidden="true" className="size-4" strokeWidth={1.6} />
            Voltar ao rascunho
          </Button>
          <Button variant="line" size="small" onClick={() => setDialog('later')}>
            <CalendarClock aria-hidden="true" className="size-4" strokeWidth={1.6} />
            Mudar o horário
          </Button>
          <Button variant="line" size="small" onClick={() => setDialog('now')}>
            <Send aria-hidden="true" className="size-4" strokeWidth={1.6} />
            Enviar agora
          </Button>
          <CancelButton campaign={campaign} />
        </div>
      </Part>
      <Part title="Para quem">
        <ReadersPreview list={list} segment={segment} />
      </Part>
      <EmailPreview campaign={campaign} />
      {dialog && <SendDialog campaign={campaign} isLater={dialog === 'later'} onClose={() => setDialog(undefined)} />}
    </>
  );
}
