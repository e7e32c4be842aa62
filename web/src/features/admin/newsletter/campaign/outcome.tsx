import { Empty } from '@/ui/start/empty';
import type { CampaignView } from '../queries';
import { peopleText } from '../text';
import { AfterDelivery } from './after-delivery';
import { Recipients } from './recipients';
import { ResendUncertain } from './resend-uncertain';
import { SendToMissed } from './send-to-missed';
import { StatesGrid } from './states-grid';

/** A campaign that is over. */
export function Outcome({ campaign }: { campaign: CampaignView }) {
  const { counts } = campaign;
  if (!campaign.started_at) {
    return (
      <Empty
        title="Cancelada antes do envio"
        description="Ninguém recebeu esta campanha. A carta continua nos conteúdos."
      />
    );
  }
  return (
    <>
      <section aria-label="Números" className="grid gap-8 border-t border-border-strong pt-6">
        <div>
          <StatesGrid counts={counts} />
        </div>
        {counts.uncertain > 0 && campaign.state === 'done' && (
          <div className="flex flex-wrap items-center justify-between gap-4 border border-border p-5">
            <p className="max-w-[60ch] type-ui">
              <span className="font-label">
                {counts.uncertain === 1
                  ? '1 pessoa está incerta. '
                  : `${peopleText(counts.uncertain)} estão incertas. `}
              </span>
              A conexão caiu depois que o texto saiu e antes da confirmação: a carta pode ter chegado ou não. Nada é
              reenviado sem você pedir.
            </p>
            <ResendUncertain campaign={campaign} />
          </div>
        )}
        <AfterDelivery campaign={campaign} />
      </section>
      {campaign.content_id && <SendToMissed campaign={campaign} />}
      <Recipients campaign={campaign} />
    </>
  );
}
