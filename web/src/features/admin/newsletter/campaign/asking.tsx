import { Send } from 'lucide-react';
import { useState } from 'react';
import { formatCount, formatDateTime } from '@/lib/format';
import { Button } from '@/ui/button';
import { Line } from '@/ui/panel-part';
import type { CampaignView } from '../queries';
import { CancelButton } from './cancel-button';
import { EmailPreview } from './email-preview';
import { SendDialog } from './send-dialog';
import { leftOf } from './speed';
import { StatesGrid } from './states-grid';
import { ResumeButton } from './under-way';

/** A campaign that is overdue, or found in a copy of the database: the owner decides whether it still goes out. */
export function Asking({ campaign }: { campaign: CampaignView }) {
  const [sending, setSending] = useState(false);
  const { number, started_at: started, scheduled_at: scheduled, counts } = campaign;
  const left = leftOf(counts);
  const isCopy = campaign.pause === 'copied';
  return (
    <>
      <section className="border border-destructive p-6 lg:p-8">
        <h3 className="type-title-1">
          {isCopy
            ? 'Este servidor pode ser uma cópia. A carta deve sair daqui?'
            : 'Esta carta está atrasada. Ela ainda deve sair?'}
        </h3>
        <p className="mt-3 mb-6 max-w-[64ch] type-ui text-foreground-2">
          {isCopy
            ? `O banco de dados não está mais onde você decidiu o envio${left > 0 ? `, e ${formatCount(left, 'pessoa espera', 'pessoas esperam')}` : ''}.`
            : started
              ? `O envio ficou mais de uma hora parado, com ${formatCount(left, 'pessoa', 'pessoas')} à espera.`
              : `Ela estava marcada para ${scheduled ? formatDateTime(scheduled) : 'antes'}, e o servidor não estava no ar.`}{' '}
          {isCopy
            ? 'Isto acontece quando o servidor é uma cópia de outro, é restaurado de uma cópia de segurança ou muda de lugar.'
            : 'Isto acontece quando o servidor fica fora do ar.'}{' '}
          Por isso nada sai sem você.
        </p>
        <Line
          title={started ? 'Continuar de onde parou' : 'Enviar agora'}
          detail="Se este é o servidor de sempre e a carta ainda faz sentido."
        >
          {started ? (
            <ResumeButton number={number} label="Continuar o envio" />
          ) : (
            <Button size="small" onClick={() => setSending(true)}>
              <Send aria-hidden="true" className="size-4" strokeWidth={1.6} />
              Enviar agora
            </Button>
          )}
        </Line>
        <Line
          title="Não enviar"
          detail="Se este servidor é uma cópia de outro que já enviou, ou se a carta perdeu a hora."
        >
          <CancelButton campaign={campaign} label="Não enviar" />
        </Line>
      </section>
      <div className="mt-10">{started ? <StatesGrid counts={counts} /> : <EmailPreview campaign={campaign} />}</div>
      {sending && <SendDialog campaign={campaign} isLater={false} onClose={() => setSending(false)} />}
    </>
  );
}
